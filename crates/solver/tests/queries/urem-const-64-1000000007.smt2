; a remainder by a constant
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 64))
(assert (= (bvurem x (_ bv1000000007 64)) (_ bv5 64)))
(assert (bvugt x (_ bv2000000014 64)))
(check-sat)
