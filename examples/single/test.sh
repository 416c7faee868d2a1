set -e
[ "$(./calc 1+2)" = 3 ]
[ "$(./calc 2*3+4)" = 10 ]
[ "$(./calc 7-2*3)" = 1 ]
[ "$(./calc 8/2)" = 4 ]
if ./calc 1+ 2>/dev/null; then exit 1; fi
if ./calc 2=3 2>/dev/null; then exit 1; fi
