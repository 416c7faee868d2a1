; a remainder is below its divisor
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(assert (not (= y (_ bv0 8))))
(assert (bvuge (bvurem x y) y))
(check-sat)
