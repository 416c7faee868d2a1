; a remainder by a constant
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 16))
(assert (= (bvurem x (_ bv255 16)) (_ bv254 16)))
(assert (bvugt x (_ bv510 16)))
(check-sat)
