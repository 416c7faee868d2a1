; a remainder by a constant
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(assert (= (bvurem x (_ bv7 32)) (_ bv6 32)))
(assert (bvugt x (_ bv14 32)))
(check-sat)
