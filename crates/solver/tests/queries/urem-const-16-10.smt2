; a remainder by a constant
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 16))
(assert (= (bvurem x (_ bv10 16)) (_ bv7 16)))
(assert (bvugt x (_ bv20 16)))
(check-sat)
