//! SMT-LIB 2, in and out.
