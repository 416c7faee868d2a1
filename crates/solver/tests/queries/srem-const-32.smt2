; a negative remainder
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(assert (= (bvsrem x (_ bv13 32)) (bvneg (_ bv12 32))))
(assert (bvsgt x (bvneg (_ bv100 32))))
(check-sat)
