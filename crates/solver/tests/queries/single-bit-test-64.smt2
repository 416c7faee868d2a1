; a bit that is not set
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun m () (_ BitVec 64))
(declare-fun n () (_ BitVec 64))
(assert (= (bvand (bvlshr m n) (_ bv1 64)) (_ bv1 64)))
(assert (= m (_ bv9223372036854775808 64)))
(assert (bvult n (_ bv63 64)))
(check-sat)
