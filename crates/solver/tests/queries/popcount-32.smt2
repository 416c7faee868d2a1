; a single bit by its residue
(set-info :status unsat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(assert (= x (bvand x (bvneg x))))
(assert (not (= x (_ bv0 32))))
(assert (= (bvurem x (_ bv37 32)) (_ bv19 32)))
(check-sat)
