; a remainder by a constant
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(assert (= (bvurem x (_ bv1000 32)) (_ bv999 32)))
(assert (bvugt x (_ bv2000 32)))
(check-sat)
