; quotient and remainder by a symbol
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 12))
(declare-fun y () (_ BitVec 12))
(assert (= (bvudiv x y) (_ bv7 12)))
(assert (= (bvurem x y) (_ bv5 12)))
(assert (bvugt y (_ bv9 12)))
(check-sat)
