; two bytes of a variable-length number
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun a () (_ BitVec 8))
(declare-fun b () (_ BitVec 8))
(assert (bvuge a #x80))
(assert (bvult b #x80))
(assert (= (bvor ((_ zero_extend 24) (bvand a #x7f)) (bvshl ((_ zero_extend 24) b) (_ bv7 32))) (_ bv300 32)))
(check-sat)
