; the sign stays
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(declare-fun n () (_ BitVec 32))
(assert (bvslt x (_ bv0 32)))
(assert (bvsge (bvashr x n) (_ bv0 32)))
(check-sat)
