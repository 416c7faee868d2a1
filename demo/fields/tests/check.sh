# Runs fields on small inputs and compares what it prints.
failed=0

check() {
	expected=$1
	input=$2
	shift 2
	got=$(printf '%s\n' "$input" | ./fields "$@" 2>&1)
	if [ "$got" != "$expected" ]; then
		echo "FAIL: fields $*: '$got' instead of '$expected'"
		failed=1
	fi
}

check 'a' 'a:b:c' 1
check 'c' 'a:b:c' 3
check 'b:c' 'a:b:c' 2-3
check 'b:c:d' 'a:b:c:d' 2-
check 'a:b' 'a:b:c' -2
check 'a:c:d' 'a:b:c:d' 1,3-
check '' 'a:b' 7
check 'j' 'a:b:c:d:e:f:g:h:i:j' 10-
check 'fields: fields are numbered from 1' 'a' 0
check 'fields: invalid list' 'a' x
check 'fields: invalid list' 'a' 1:2
printf 'x:y\n1:2\n' >tests/input
got=$(./fields 2 tests/input)
[ "$got" = "y
2" ] || { echo "FAIL: a file"; failed=1; }
rm -f tests/input
[ "$failed" = 0 ] && echo "all tests pass"
exit "$failed"
