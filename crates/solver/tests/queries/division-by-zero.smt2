; all ones, always
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(declare-fun y () (_ BitVec 32))
(assert (= y (_ bv0 32)))
(assert (not (= (bvudiv x y) #xffffffff)))
(check-sat)
