; no square is 2 modulo 4
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 64))
(assert (= ((_ extract 1 0) (bvmul x x)) #b10))
(check-sat)
