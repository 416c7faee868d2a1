// An error by the rules of competitions.
//@ brute: 2
//@ paths: 1
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

int main(void)
{
	unsigned short s = __VERIFIER_nondet_ushort();
	if ((unsigned short)(s * s) == 0x4a31)
		reach_error(); //~ reported
	return 0;
}
