; a shift that keeps one bit
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun n () (_ BitVec 8))
(assert (= (bvshl x n) (_ bv64 8)))
(assert (bvugt n (_ bv2 8)))
(assert (= ((_ extract 1 0) x) #b11))
(check-sat)
