; the remainder has the dividend's sign
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 12))
(declare-fun y () (_ BitVec 12))
(assert (bvsgt x #x000))
(assert (bvslt (bvsrem x y) #x000))
(check-sat)
