; seconds and milliseconds
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 64))
(declare-fun y () (_ BitVec 64))
(assert (= (bvadd (bvmul x (_ bv1000 64)) y) (_ bv123456789 64)))
(assert (bvult y (_ bv1000 64)))
(assert (bvult x (_ bv1000000 64)))
(check-sat)
