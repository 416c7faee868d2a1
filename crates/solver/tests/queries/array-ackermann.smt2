; one index, one element
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun m () (Array (_ BitVec 32) (_ BitVec 8)))
(declare-fun i () (_ BitVec 32))
(declare-fun j () (_ BitVec 32))
(assert (= i j))
(assert (not (= (select m i) (select m j))))
(check-sat)
