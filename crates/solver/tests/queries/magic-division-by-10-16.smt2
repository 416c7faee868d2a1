; division by 10 as compilers do it
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 16))
(assert (not (= (bvudiv x (_ bv10 16)) ((_ extract 15 0) (bvlshr (bvmul ((_ zero_extend 16) x) (_ bv52429 32)) (_ bv19 32))))))
(check-sat)
