; a remainder by a constant
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(assert (= (bvurem x (_ bv10 32)) (_ bv9 32)))
(assert (bvugt x (_ bv20 32)))
(check-sat)
