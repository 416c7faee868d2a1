; swapping two elements
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun m () (Array (_ BitVec 32) (_ BitVec 8)))
(declare-fun i () (_ BitVec 32))
(declare-fun j () (_ BitVec 32))
(assert (not (= (select (store (store m i (select m j)) j (select m i)) i) (select m j))))
(assert (not (= i j)))
(check-sat)
