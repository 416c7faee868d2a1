; 4237 by its digits
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(assert (= (bvurem x (_ bv10 32)) (_ bv7 32)))
(assert (= (bvurem (bvudiv x (_ bv10 32)) (_ bv10 32)) (_ bv3 32)))
(assert (= (bvudiv x (_ bv100 32)) (_ bv42 32)))
(check-sat)
