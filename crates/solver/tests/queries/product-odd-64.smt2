; an even factor, an odd product
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 64))
(declare-fun y () (_ BitVec 64))
(assert (= ((_ extract 0 0) (bvmul x y)) #b1))
(assert (= ((_ extract 0 0) x) #b0))
(check-sat)
