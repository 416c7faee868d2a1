; the later store wins
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun m () (Array (_ BitVec 32) (_ BitVec 8)))
(declare-fun i () (_ BitVec 32))
(declare-fun j () (_ BitVec 32))
(assert (= (select (store (store m i #x01) j #x02) i) #x02))
(check-sat)
