; even numbers halve exactly
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 8))
(assert (not (= (bvsdiv x #x02) (bvashr x #x01))))
(assert (= ((_ extract 0 0) x) #b0))
(check-sat)
