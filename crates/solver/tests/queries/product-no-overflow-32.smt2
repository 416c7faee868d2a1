; no wrap below the bound
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun n () (_ BitVec 32))
(assert (bvumulo n (_ bv24 32)))
(assert (bvult n (_ bv178956970 32)))
(check-sat)
