; no quotient exceeds the largest
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(assert (bvugt (bvudiv x (_ bv7 32)) (_ bv613566756 32)))
(check-sat)
