; a small number survives
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(declare-fun n () (_ BitVec 32))
(assert (not (= (bvlshr (bvshl x n) n) x)))
(assert (bvult x (_ bv2 32)))
(assert (bvult n (_ bv32 32)))
(check-sat)
