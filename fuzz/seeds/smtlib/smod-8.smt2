; a modulus has the divisor's sign
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(assert (bvsgt y #x00))
(assert (bvslt (bvsmod x y) #x00))
(check-sat)
