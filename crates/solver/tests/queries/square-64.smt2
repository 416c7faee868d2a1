; a square root
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 64))
(assert (= (bvmul x x) (_ bv1000000 64)))
(assert (bvult x (_ bv65536 64)))
(check-sat)
