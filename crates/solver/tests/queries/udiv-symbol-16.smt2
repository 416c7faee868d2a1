; quotient and remainder by a symbol
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 16))
(declare-fun y () (_ BitVec 16))
(assert (= (bvudiv x y) (_ bv7 16)))
(assert (= (bvurem x y) (_ bv5 16)))
(assert (bvugt y (_ bv9 16)))
(check-sat)
