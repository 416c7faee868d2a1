; a full product of two words: 641 times 6700417
(set-info :status sat)
(set-logic QF_AUFBV)
(declare-fun x () (_ BitVec 32))
(declare-fun y () (_ BitVec 32))
(assert (= (bvmul ((_ zero_extend 32) x) ((_ zero_extend 32) y)) (_ bv4294967297 64)))
(check-sat)
