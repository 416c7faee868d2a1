set -e
[ "$(./roman 1)" = I ]
[ "$(./roman 4)" = IV ]
[ "$(./roman 90)" = XC ]
[ "$(./roman 2024)" = MMXXIV ]
[ "$(./roman 10 5)" = "X
V" ]
if ./roman 0 2>/dev/null; then exit 1; fi
if ./roman abc 2>/dev/null; then exit 1; fi
