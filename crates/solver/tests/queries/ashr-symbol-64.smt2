; the sign stays
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 64))
(declare-fun n () (_ BitVec 64))
(assert (bvslt x (_ bv0 64)))
(assert (bvsge (bvashr x n) (_ bv0 64)))
(check-sat)
