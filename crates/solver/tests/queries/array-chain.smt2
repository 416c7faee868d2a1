; reads of reads
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun m () (Array (_ BitVec 32) (_ BitVec 8)))
(declare-fun i () (_ BitVec 32))
(assert (= (select m ((_ zero_extend 24) (select m ((_ zero_extend 24) (select m i))))) #xff))
(assert (= i (_ bv5 32)))
(assert (not (= (select m (_ bv5 32)) #xff)))
(check-sat)
