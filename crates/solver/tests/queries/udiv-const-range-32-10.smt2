; no quotient exceeds the largest
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(assert (bvugt (bvudiv x (_ bv10 32)) (_ bv429496729 32)))
(check-sat)
