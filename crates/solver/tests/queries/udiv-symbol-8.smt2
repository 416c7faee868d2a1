; quotient and remainder by a symbol
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(assert (= (bvudiv x y) (_ bv7 8)))
(assert (= (bvurem x y) (_ bv5 8)))
(assert (bvugt y (_ bv9 8)))
(check-sat)
