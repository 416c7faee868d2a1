; an odd constant has an inverse
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 64))
(assert (= (bvmul x (_ bv6364136223846793005 64)) (_ bv1442695040888963407 64)))
(check-sat)
