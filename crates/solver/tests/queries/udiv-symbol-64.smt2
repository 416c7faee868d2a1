; a 64-bit quotient by a symbol
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 64))
(declare-fun y () (_ BitVec 64))
(assert (= (bvudiv x y) (_ bv1000003 64)))
(assert (bvugt y (_ bv4096 64)))
(check-sat)
