; a bucket of a hash table
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun h () (_ BitVec 32))
(assert (= (bvurem (bvadd (bvmul h (_ bv31 32)) (_ bv97 32)) (_ bv127 32)) (_ bv11 32)))
(assert (bvult h (_ bv100000 32)))
(check-sat)
