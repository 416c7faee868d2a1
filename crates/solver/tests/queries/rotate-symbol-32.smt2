; a rotation by a symbol
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(declare-fun n () (_ BitVec 32))
(assert (bvult n (_ bv32 32)))
(assert (= (bvor (bvshl x n) (bvlshr x (bvsub (_ bv32 32) n))) #xdeadbeef))
(assert (= ((_ extract 3 0) x) #xd))
(check-sat)
