; signs of a quotient
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(assert (bvslt x #x00))
(assert (bvsgt y #x00))
(assert (bvsgt (bvsdiv x y) #x00))
(check-sat)
