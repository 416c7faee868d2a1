; indices that must differ
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun m () (Array (_ BitVec 32) (_ BitVec 8)))
(declare-fun i () (_ BitVec 32))
(assert (= (select m (bvudiv i (_ bv3 32))) #x41))
(assert (= (select m (bvurem i (_ bv3 32))) #x42))
(assert (bvult i (_ bv9 32)))
(check-sat)
