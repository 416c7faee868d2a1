; a small number survives
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 64))
(declare-fun n () (_ BitVec 64))
(assert (not (= (bvlshr (bvshl x n) n) x)))
(assert (bvult x (_ bv2 64)))
(assert (bvult n (_ bv64 64)))
(check-sat)
