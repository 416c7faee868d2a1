; commutativity
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 12))
(declare-fun y () (_ BitVec 12))
(assert (not (= (bvmul x y) (bvmul y x))))
(check-sat)
