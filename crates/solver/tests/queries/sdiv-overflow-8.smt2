; the one overflow of signed division
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(assert (bvslt x #x00))
(assert (bvslt y #x00))
(assert (bvslt (bvsdiv x y) #x00))
(check-sat)
