; a small number survives
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun n () (_ BitVec 8))
(assert (not (= (bvlshr (bvshl x n) n) x)))
(assert (bvult x (_ bv2 8)))
(assert (bvult n (_ bv8 8)))
(check-sat)
