; an allocation size that wraps
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun n () (_ BitVec 32))
(declare-fun s () (_ BitVec 32))
(assert (bvumulo n s))
(assert (= s (_ bv24 32)))
(assert (bvult (bvmul n s) (_ bv100 32)))
(check-sat)
