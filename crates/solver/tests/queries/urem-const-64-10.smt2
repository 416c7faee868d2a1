; a remainder by a constant
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 64))
(assert (= (bvurem x (_ bv10 64)) (_ bv4 64)))
(assert (bvugt x (_ bv20 64)))
(check-sat)
