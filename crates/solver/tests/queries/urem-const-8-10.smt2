; a remainder by a constant
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 8))
(assert (= (bvurem x (_ bv10 8)) (_ bv3 8)))
(assert (bvugt x (_ bv20 8)))
(check-sat)
