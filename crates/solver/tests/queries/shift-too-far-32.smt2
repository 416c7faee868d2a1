; nothing is left
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(declare-fun n () (_ BitVec 32))
(assert (bvuge n (_ bv32 32)))
(assert (not (= (bvshl x n) (_ bv0 32))))
(check-sat)
