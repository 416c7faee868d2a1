; the sign stays
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun n () (_ BitVec 8))
(assert (bvslt x (_ bv0 8)))
(assert (bvsge (bvashr x n) (_ bv0 8)))
(check-sat)
