; a shift that keeps one bit
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(declare-fun n () (_ BitVec 32))
(assert (= (bvshl x n) (_ bv1073741824 32)))
(assert (bvugt n (_ bv2 32)))
(assert (= ((_ extract 1 0) x) #b11))
(check-sat)
