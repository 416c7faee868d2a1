; quotient times divisor plus remainder
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 8))
(assert (not (= (bvadd (bvmul (bvudiv x (_ bv10 8)) (_ bv10 8)) (bvurem x (_ bv10 8))) x)))
(check-sat)
