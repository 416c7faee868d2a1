; quotient times divisor plus remainder
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 16))
(assert (not (= (bvadd (bvmul (bvudiv x (_ bv255 16)) (_ bv255 16)) (bvurem x (_ bv255 16))) x)))
(check-sat)
