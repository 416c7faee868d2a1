; a shift that keeps one bit
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 64))
(declare-fun n () (_ BitVec 64))
(assert (= (bvshl x n) (_ bv4611686018427387904 64)))
(assert (bvugt n (_ bv2 64)))
(assert (= ((_ extract 1 0) x) #b11))
(check-sat)
