(declare-const w (_ BitVec 130))
(assert (= (bvmul w w) (_ bv340282366920938463463374607431768211457 130)))
(assert (bvslt w (concat #b1 (_ bv0 129))))
(check-sat)
