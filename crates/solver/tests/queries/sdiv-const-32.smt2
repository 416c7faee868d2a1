; -314
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(assert (= (bvsdiv x (_ bv100 32)) (bvneg (_ bv3 32))))
(assert (= (bvsrem x (_ bv100 32)) (bvneg (_ bv14 32))))
(check-sat)
