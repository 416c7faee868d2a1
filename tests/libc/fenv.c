//@ cflags: -fno-builtin -frounding-math
/* The floating-point environment, as far as results show it: rounding to nearest, flags that the test itself raises. */
#include "check.h"
#include <fenv.h>
#include <math.h>

int main(void) {
    fenv_t saved;
    fexcept_t flags;
    INT(fegetround, ());
    INT(fesetround, (FE_TONEAREST));
    BOOL(fesetround, (12345));
    INT(feclearexcept, (FE_ALL_EXCEPT));
    INT(fetestexcept, (FE_ALL_EXCEPT));
    INT(feraiseexcept, (FE_OVERFLOW | FE_INEXACT));
    INT(fetestexcept, (FE_ALL_EXCEPT));
    INT(fegetexceptflag, (&flags, FE_OVERFLOW));
    INT(feclearexcept, (FE_OVERFLOW));
    INT(fetestexcept, (FE_ALL_EXCEPT));
    INT(fesetexceptflag, (&flags, FE_OVERFLOW));
    INT(fetestexcept, (FE_ALL_EXCEPT));
    INT(feholdexcept, (&saved));
    INT(fetestexcept, (FE_ALL_EXCEPT));
    INT(feraiseexcept, (FE_DIVBYZERO));
    INT(feupdateenv, (&saved));
    INT(fetestexcept, (FE_ALL_EXCEPT));
    INT(fegetenv, (&saved));
    INT(feclearexcept, (FE_ALL_EXCEPT));
    INT(fesetenv, (&saved));
    INT(fetestexcept, (FE_ALL_EXCEPT));
    INT(fesetenv, (FE_DFL_ENV));
    INT(fegetexcept, ());
    return done();
}
