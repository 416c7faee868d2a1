; the seed of a generator
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun s () (_ BitVec 64))
(assert (= ((_ extract 63 56) (bvadd (bvmul s (_ bv6364136223846793005 64)) (_ bv1 64))) #x2a))
(assert (bvult s (_ bv1000000 64)))
(check-sat)
