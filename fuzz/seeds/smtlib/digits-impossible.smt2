; an odd last digit of an even number
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 16))
(assert (= (bvurem x (_ bv10 16)) (_ bv7 16)))
(assert (= (bvurem x (_ bv2 16)) (_ bv0 16)))
(check-sat)
