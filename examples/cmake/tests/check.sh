# check.sh TEST RLE
case $1 in
runs) [ "$(printf aaabcc | "$2")" = 3ab2c ] ;;
single) [ "$(printf abc | "$2")" = abc ] ;;
empty) [ "$("$2" </dev/null)" = "" ] ;;
esac
