; division by 3 as compilers do it
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 64))
(assert (= ((_ extract 127 64) (bvmul ((_ zero_extend 64) x) (_ bv12297829382473034411 128))) (_ bv5 64)))
(check-sat)
