/* In the archive, but nobody needs it: the linker leaves it out. Were it taken, `main` would be
   defined twice. */
int main(void)
{
    return 99;
}
