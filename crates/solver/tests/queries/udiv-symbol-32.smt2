; quotient and remainder by a symbol
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(declare-fun y () (_ BitVec 32))
(assert (= (bvudiv x y) (_ bv12345 32)))
(assert (= (bvurem x y) (_ bv678 32)))
(check-sat)
