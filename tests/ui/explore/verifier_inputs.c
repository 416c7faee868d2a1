// The functions of verification competitions.
//@ brute: 2
//@ paths: 2
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

int main(void)
{
	unsigned char a = __VERIFIER_nondet_uchar();
	__VERIFIER_assume(a != 0);
	char b = __VERIFIER_nondet_char();
	if (b < 0)
		return a == (unsigned char)b ? 1 : 2;
	return a > 100 ? 3 : 4;
}
