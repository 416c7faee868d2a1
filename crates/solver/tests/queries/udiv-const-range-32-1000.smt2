; no quotient exceeds the largest
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(assert (bvugt (bvudiv x (_ bv1000 32)) (_ bv4294967 32)))
(check-sat)
