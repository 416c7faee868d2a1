; negative numbers round the other way
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 16))
(assert (not (= (bvsdiv x #x0004) (bvashr x #x0002))))
(check-sat)
