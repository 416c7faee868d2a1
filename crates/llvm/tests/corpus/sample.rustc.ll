; ModuleID = 'sample.d22300a78659fc70-cgu.0'
source_filename = "sample.d22300a78659fc70-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; <core::iter::adapters::map::Map<I,F> as core::iter::traits::iterator::Iterator>::fold
; Function Attrs: nofree norecurse nosync nounwind nonlazybind memory(argmem: read, inaccessiblemem: write) uwtable
define noundef i32 @"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h9aba709835a6d288E"(ptr noundef nonnull %self.0, ptr noundef %self.1, i32 noundef %init) unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %0 = icmp ne ptr %self.1, null
  tail call void @llvm.assume(i1 %0)
  %1 = icmp eq ptr %self.0, %self.1
  br i1 %1, label %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hdb53c4fe9601b671E.exit", label %bb5.i

bb5.i:                                            ; preds = %start
  %2 = ptrtoint ptr %self.1 to i64
  %3 = ptrtoint ptr %self.0 to i64
  %4 = sub nuw i64 %2, %3
  %5 = lshr exact i64 %4, 2
  %xtraiter = and i64 %5, 1
  %6 = icmp eq i64 %4, 4
  br i1 %6, label %bb8.i.epil.preheader, label %bb5.i.new

bb5.i.new:                                        ; preds = %bb5.i
  %unroll_iter = and i64 %5, 4611686018427387902
  br label %bb8.i

bb8.i:                                            ; preds = %bb8.i, %bb5.i.new
  %i.sroa.0.0.i = phi i64 [ 0, %bb5.i.new ], [ %_27.i.1, %bb8.i ]
  %acc.sroa.0.0.i = phi i32 [ %init, %bb5.i.new ], [ %_4.0.i.i.i.1, %bb8.i ]
  %niter = phi i64 [ 0, %bb5.i.new ], [ %niter.next.1, %bb8.i ]
  %_45.i = getelementptr inbounds nuw i32, ptr %self.0, i64 %i.sroa.0.0.i
  %self1.i.i.i.i = load i32, ptr %_45.i, align 4, !alias.scope !3, !noundef !10
  %_0.i.i.i.i = udiv i32 %self1.i.i.i.i, 3
  %_4.0.i.i.i = add i32 %_0.i.i.i.i, %acc.sroa.0.0.i
  %7 = getelementptr inbounds nuw i32, ptr %self.0, i64 %i.sroa.0.0.i
  %_45.i.1 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %self1.i.i.i.i.1 = load i32, ptr %_45.i.1, align 4, !alias.scope !3, !noundef !10
  %_0.i.i.i.i.1 = udiv i32 %self1.i.i.i.i.1, 3
  %_4.0.i.i.i.1 = add i32 %_0.i.i.i.i.1, %_4.0.i.i.i
  %_27.i.1 = add nuw i64 %i.sroa.0.0.i, 2
  %niter.next.1 = add i64 %niter, 2
  %niter.ncmp.1 = icmp eq i64 %niter.next.1, %unroll_iter
  br i1 %niter.ncmp.1, label %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hdb53c4fe9601b671E.exit.loopexit.unr-lcssa", label %bb8.i

"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hdb53c4fe9601b671E.exit.loopexit.unr-lcssa": ; preds = %bb8.i
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hdb53c4fe9601b671E.exit", label %bb8.i.epil.preheader

bb8.i.epil.preheader:                             ; preds = %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hdb53c4fe9601b671E.exit.loopexit.unr-lcssa", %bb5.i
  %i.sroa.0.0.i.epil.init = phi i64 [ 0, %bb5.i ], [ %_27.i.1, %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hdb53c4fe9601b671E.exit.loopexit.unr-lcssa" ]
  %acc.sroa.0.0.i.epil.init = phi i32 [ %init, %bb5.i ], [ %_4.0.i.i.i.1, %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hdb53c4fe9601b671E.exit.loopexit.unr-lcssa" ]
  %lcmp.mod2 = icmp ne i64 %xtraiter, 0
  tail call void @llvm.assume(i1 %lcmp.mod2)
  %_45.i.epil = getelementptr inbounds nuw i32, ptr %self.0, i64 %i.sroa.0.0.i.epil.init
  %self1.i.i.i.i.epil = load i32, ptr %_45.i.epil, align 4, !alias.scope !3, !noundef !10
  %_0.i.i.i.i.epil = udiv i32 %self1.i.i.i.i.epil, 3
  %_4.0.i.i.i.epil = add i32 %_0.i.i.i.i.epil, %acc.sroa.0.0.i.epil.init
  br label %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hdb53c4fe9601b671E.exit"

"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hdb53c4fe9601b671E.exit": ; preds = %bb8.i.epil.preheader, %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hdb53c4fe9601b671E.exit.loopexit.unr-lcssa", %start
  %_0.sroa.0.0.i = phi i32 [ %init, %start ], [ %_4.0.i.i.i.1, %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hdb53c4fe9601b671E.exit.loopexit.unr-lcssa" ], [ %_4.0.i.i.i.epil, %bb8.i.epil.preheader ]
  ret i32 %_0.sroa.0.0.i
}

; core::iter::traits::iterator::Iterator::sum
; Function Attrs: nofree norecurse nosync nounwind nonlazybind memory(argmem: read, inaccessiblemem: write) uwtable
define noundef i32 @_ZN4core4iter6traits8iterator8Iterator3sum17h60c222c7dc2dc8e1E(ptr noundef nonnull %self.0, ptr noundef %self.1) unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %0 = icmp ne ptr %self.1, null
  tail call void @llvm.assume(i1 %0)
  %1 = icmp eq ptr %self.0, %self.1
  br i1 %1, label %"_ZN54_$LT$u32$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h792cce082eacf56aE.exit", label %bb5.i.i.i

bb5.i.i.i:                                        ; preds = %start
  %2 = ptrtoint ptr %self.1 to i64
  %3 = ptrtoint ptr %self.0 to i64
  %4 = sub nuw i64 %2, %3
  %5 = lshr exact i64 %4, 2
  %xtraiter = and i64 %5, 1
  %6 = icmp eq i64 %4, 4
  br i1 %6, label %bb8.i.i.i.epil.preheader, label %bb5.i.i.i.new

bb5.i.i.i.new:                                    ; preds = %bb5.i.i.i
  %unroll_iter = and i64 %5, 4611686018427387902
  br label %bb8.i.i.i

bb8.i.i.i:                                        ; preds = %bb8.i.i.i, %bb5.i.i.i.new
  %i.sroa.0.0.i.i.i = phi i64 [ 0, %bb5.i.i.i.new ], [ %_27.i.i.i.1, %bb8.i.i.i ]
  %acc.sroa.0.0.i.i.i = phi i32 [ 0, %bb5.i.i.i.new ], [ %_4.0.i.i.i.i.i.1, %bb8.i.i.i ]
  %niter = phi i64 [ 0, %bb5.i.i.i.new ], [ %niter.next.1, %bb8.i.i.i ]
  %_45.i.i.i = getelementptr inbounds nuw i32, ptr %self.0, i64 %i.sroa.0.0.i.i.i
  %self1.i.i.i.i.i.i = load i32, ptr %_45.i.i.i, align 4, !alias.scope !11, !noundef !10
  %_0.i.i.i.i.i.i = udiv i32 %self1.i.i.i.i.i.i, 3
  %_4.0.i.i.i.i.i = add i32 %_0.i.i.i.i.i.i, %acc.sroa.0.0.i.i.i
  %7 = getelementptr inbounds nuw i32, ptr %self.0, i64 %i.sroa.0.0.i.i.i
  %_45.i.i.i.1 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %self1.i.i.i.i.i.i.1 = load i32, ptr %_45.i.i.i.1, align 4, !alias.scope !11, !noundef !10
  %_0.i.i.i.i.i.i.1 = udiv i32 %self1.i.i.i.i.i.i.1, 3
  %_4.0.i.i.i.i.i.1 = add i32 %_0.i.i.i.i.i.i.1, %_4.0.i.i.i.i.i
  %_27.i.i.i.1 = add nuw i64 %i.sroa.0.0.i.i.i, 2
  %niter.next.1 = add i64 %niter, 2
  %niter.ncmp.1 = icmp eq i64 %niter.next.1, %unroll_iter
  br i1 %niter.ncmp.1, label %"_ZN54_$LT$u32$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h792cce082eacf56aE.exit.loopexit.unr-lcssa", label %bb8.i.i.i

"_ZN54_$LT$u32$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h792cce082eacf56aE.exit.loopexit.unr-lcssa": ; preds = %bb8.i.i.i
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %"_ZN54_$LT$u32$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h792cce082eacf56aE.exit", label %bb8.i.i.i.epil.preheader

bb8.i.i.i.epil.preheader:                         ; preds = %"_ZN54_$LT$u32$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h792cce082eacf56aE.exit.loopexit.unr-lcssa", %bb5.i.i.i
  %i.sroa.0.0.i.i.i.epil.init = phi i64 [ 0, %bb5.i.i.i ], [ %_27.i.i.i.1, %"_ZN54_$LT$u32$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h792cce082eacf56aE.exit.loopexit.unr-lcssa" ]
  %acc.sroa.0.0.i.i.i.epil.init = phi i32 [ 0, %bb5.i.i.i ], [ %_4.0.i.i.i.i.i.1, %"_ZN54_$LT$u32$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h792cce082eacf56aE.exit.loopexit.unr-lcssa" ]
  %lcmp.mod2 = icmp ne i64 %xtraiter, 0
  tail call void @llvm.assume(i1 %lcmp.mod2)
  %_45.i.i.i.epil = getelementptr inbounds nuw i32, ptr %self.0, i64 %i.sroa.0.0.i.i.i.epil.init
  %self1.i.i.i.i.i.i.epil = load i32, ptr %_45.i.i.i.epil, align 4, !alias.scope !11, !noundef !10
  %_0.i.i.i.i.i.i.epil = udiv i32 %self1.i.i.i.i.i.i.epil, 3
  %_4.0.i.i.i.i.i.epil = add i32 %_0.i.i.i.i.i.i.epil, %acc.sroa.0.0.i.i.i.epil.init
  br label %"_ZN54_$LT$u32$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h792cce082eacf56aE.exit"

"_ZN54_$LT$u32$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h792cce082eacf56aE.exit": ; preds = %bb8.i.i.i.epil.preheader, %"_ZN54_$LT$u32$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h792cce082eacf56aE.exit.loopexit.unr-lcssa", %start
  %_0.sroa.0.0.i.i.i = phi i32 [ 0, %start ], [ %_4.0.i.i.i.i.i.1, %"_ZN54_$LT$u32$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h792cce082eacf56aE.exit.loopexit.unr-lcssa" ], [ %_4.0.i.i.i.i.i.epil, %bb8.i.i.i.epil.preheader ]
  ret i32 %_0.sroa.0.0.i.i.i
}

; <u32 as core::iter::traits::accum::Sum>::sum
; Function Attrs: nofree norecurse nosync nounwind nonlazybind memory(argmem: read, inaccessiblemem: write) uwtable
define noundef i32 @"_ZN54_$LT$u32$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h792cce082eacf56aE"(ptr noundef nonnull %iter.0, ptr noundef %iter.1) unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %0 = icmp ne ptr %iter.1, null
  tail call void @llvm.assume(i1 %0)
  %1 = icmp eq ptr %iter.0, %iter.1
  br i1 %1, label %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h9aba709835a6d288E.exit", label %bb5.i.i

bb5.i.i:                                          ; preds = %start
  %2 = ptrtoint ptr %iter.1 to i64
  %3 = ptrtoint ptr %iter.0 to i64
  %4 = sub nuw i64 %2, %3
  %5 = lshr exact i64 %4, 2
  %xtraiter = and i64 %5, 1
  %6 = icmp eq i64 %4, 4
  br i1 %6, label %bb8.i.i.epil.preheader, label %bb5.i.i.new

bb5.i.i.new:                                      ; preds = %bb5.i.i
  %unroll_iter = and i64 %5, 4611686018427387902
  br label %bb8.i.i

bb8.i.i:                                          ; preds = %bb8.i.i, %bb5.i.i.new
  %i.sroa.0.0.i.i = phi i64 [ 0, %bb5.i.i.new ], [ %_27.i.i.1, %bb8.i.i ]
  %acc.sroa.0.0.i.i = phi i32 [ 0, %bb5.i.i.new ], [ %_4.0.i.i.i.i.1, %bb8.i.i ]
  %niter = phi i64 [ 0, %bb5.i.i.new ], [ %niter.next.1, %bb8.i.i ]
  %_45.i.i = getelementptr inbounds nuw i32, ptr %iter.0, i64 %i.sroa.0.0.i.i
  %self1.i.i.i.i.i = load i32, ptr %_45.i.i, align 4, !alias.scope !18, !noundef !10
  %_0.i.i.i.i.i = udiv i32 %self1.i.i.i.i.i, 3
  %_4.0.i.i.i.i = add i32 %_0.i.i.i.i.i, %acc.sroa.0.0.i.i
  %7 = getelementptr inbounds nuw i32, ptr %iter.0, i64 %i.sroa.0.0.i.i
  %_45.i.i.1 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %self1.i.i.i.i.i.1 = load i32, ptr %_45.i.i.1, align 4, !alias.scope !18, !noundef !10
  %_0.i.i.i.i.i.1 = udiv i32 %self1.i.i.i.i.i.1, 3
  %_4.0.i.i.i.i.1 = add i32 %_0.i.i.i.i.i.1, %_4.0.i.i.i.i
  %_27.i.i.1 = add nuw i64 %i.sroa.0.0.i.i, 2
  %niter.next.1 = add i64 %niter, 2
  %niter.ncmp.1 = icmp eq i64 %niter.next.1, %unroll_iter
  br i1 %niter.ncmp.1, label %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h9aba709835a6d288E.exit.loopexit.unr-lcssa", label %bb8.i.i

"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h9aba709835a6d288E.exit.loopexit.unr-lcssa": ; preds = %bb8.i.i
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h9aba709835a6d288E.exit", label %bb8.i.i.epil.preheader

bb8.i.i.epil.preheader:                           ; preds = %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h9aba709835a6d288E.exit.loopexit.unr-lcssa", %bb5.i.i
  %i.sroa.0.0.i.i.epil.init = phi i64 [ 0, %bb5.i.i ], [ %_27.i.i.1, %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h9aba709835a6d288E.exit.loopexit.unr-lcssa" ]
  %acc.sroa.0.0.i.i.epil.init = phi i32 [ 0, %bb5.i.i ], [ %_4.0.i.i.i.i.1, %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h9aba709835a6d288E.exit.loopexit.unr-lcssa" ]
  %lcmp.mod2 = icmp ne i64 %xtraiter, 0
  tail call void @llvm.assume(i1 %lcmp.mod2)
  %_45.i.i.epil = getelementptr inbounds nuw i32, ptr %iter.0, i64 %i.sroa.0.0.i.i.epil.init
  %self1.i.i.i.i.i.epil = load i32, ptr %_45.i.i.epil, align 4, !alias.scope !18, !noundef !10
  %_0.i.i.i.i.i.epil = udiv i32 %self1.i.i.i.i.i.epil, 3
  %_4.0.i.i.i.i.epil = add i32 %_0.i.i.i.i.i.epil, %acc.sroa.0.0.i.i.epil.init
  br label %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h9aba709835a6d288E.exit"

"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h9aba709835a6d288E.exit": ; preds = %bb8.i.i.epil.preheader, %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h9aba709835a6d288E.exit.loopexit.unr-lcssa", %start
  %_0.sroa.0.0.i.i = phi i32 [ 0, %start ], [ %_4.0.i.i.i.i.1, %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h9aba709835a6d288E.exit.loopexit.unr-lcssa" ], [ %_4.0.i.i.i.i.epil, %bb8.i.i.epil.preheader ]
  ret i32 %_0.sroa.0.0.i.i
}

; sample::sum
; Function Attrs: nofree norecurse nosync nounwind nonlazybind memory(argmem: read) uwtable
define noundef i32 @_ZN6sample3sum17ha0ab998832540e4dE(ptr noalias noundef nonnull readonly align 4 captures(none) %values.0, i64 noundef range(i64 0, 2305843009213693952) %values.1) unnamed_addr #1 personality ptr @rust_eh_personality {
start:
  %0 = icmp eq i64 %values.1, 0
  br i1 %0, label %_ZN4core4iter6traits8iterator8Iterator3sum17h60c222c7dc2dc8e1E.exit, label %bb8.i.i.i.i.preheader

bb8.i.i.i.i.preheader:                            ; preds = %start
  %xtraiter = and i64 %values.1, 1
  %1 = icmp eq i64 %values.1, 1
  br i1 %1, label %bb8.i.i.i.i.epil.preheader, label %bb8.i.i.i.i.preheader.new

bb8.i.i.i.i.preheader.new:                        ; preds = %bb8.i.i.i.i.preheader
  %unroll_iter = and i64 %values.1, 2305843009213693950
  br label %bb8.i.i.i.i

bb8.i.i.i.i:                                      ; preds = %bb8.i.i.i.i, %bb8.i.i.i.i.preheader.new
  %i.sroa.0.0.i.i.i.i = phi i64 [ 0, %bb8.i.i.i.i.preheader.new ], [ %_27.i.i.i.i.1, %bb8.i.i.i.i ]
  %acc.sroa.0.0.i.i.i.i = phi i32 [ 0, %bb8.i.i.i.i.preheader.new ], [ %_4.0.i.i.i.i.i.i.1, %bb8.i.i.i.i ]
  %niter = phi i64 [ 0, %bb8.i.i.i.i.preheader.new ], [ %niter.next.1, %bb8.i.i.i.i ]
  %_45.i.i.i.i = getelementptr inbounds nuw i32, ptr %values.0, i64 %i.sroa.0.0.i.i.i.i
  %self1.i.i.i.i.i.i.i = load i32, ptr %_45.i.i.i.i, align 4, !alias.scope !25, !noundef !10
  %_0.i.i.i.i.i.i.i = udiv i32 %self1.i.i.i.i.i.i.i, 3
  %_4.0.i.i.i.i.i.i = add i32 %_0.i.i.i.i.i.i.i, %acc.sroa.0.0.i.i.i.i
  %2 = getelementptr inbounds nuw i32, ptr %values.0, i64 %i.sroa.0.0.i.i.i.i
  %_45.i.i.i.i.1 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %self1.i.i.i.i.i.i.i.1 = load i32, ptr %_45.i.i.i.i.1, align 4, !alias.scope !25, !noundef !10
  %_0.i.i.i.i.i.i.i.1 = udiv i32 %self1.i.i.i.i.i.i.i.1, 3
  %_4.0.i.i.i.i.i.i.1 = add i32 %_0.i.i.i.i.i.i.i.1, %_4.0.i.i.i.i.i.i
  %_27.i.i.i.i.1 = add nuw nsw i64 %i.sroa.0.0.i.i.i.i, 2
  %niter.next.1 = add i64 %niter, 2
  %niter.ncmp.1 = icmp eq i64 %niter.next.1, %unroll_iter
  br i1 %niter.ncmp.1, label %_ZN4core4iter6traits8iterator8Iterator3sum17h60c222c7dc2dc8e1E.exit.loopexit.unr-lcssa, label %bb8.i.i.i.i

_ZN4core4iter6traits8iterator8Iterator3sum17h60c222c7dc2dc8e1E.exit.loopexit.unr-lcssa: ; preds = %bb8.i.i.i.i
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %_ZN4core4iter6traits8iterator8Iterator3sum17h60c222c7dc2dc8e1E.exit, label %bb8.i.i.i.i.epil.preheader

bb8.i.i.i.i.epil.preheader:                       ; preds = %_ZN4core4iter6traits8iterator8Iterator3sum17h60c222c7dc2dc8e1E.exit.loopexit.unr-lcssa, %bb8.i.i.i.i.preheader
  %i.sroa.0.0.i.i.i.i.epil.init = phi i64 [ 0, %bb8.i.i.i.i.preheader ], [ %_27.i.i.i.i.1, %_ZN4core4iter6traits8iterator8Iterator3sum17h60c222c7dc2dc8e1E.exit.loopexit.unr-lcssa ]
  %acc.sroa.0.0.i.i.i.i.epil.init = phi i32 [ 0, %bb8.i.i.i.i.preheader ], [ %_4.0.i.i.i.i.i.i.1, %_ZN4core4iter6traits8iterator8Iterator3sum17h60c222c7dc2dc8e1E.exit.loopexit.unr-lcssa ]
  %lcmp.mod2 = icmp ne i64 %xtraiter, 0
  tail call void @llvm.assume(i1 %lcmp.mod2)
  %_45.i.i.i.i.epil = getelementptr inbounds nuw i32, ptr %values.0, i64 %i.sroa.0.0.i.i.i.i.epil.init
  %self1.i.i.i.i.i.i.i.epil = load i32, ptr %_45.i.i.i.i.epil, align 4, !alias.scope !25, !noundef !10
  %_0.i.i.i.i.i.i.i.epil = udiv i32 %self1.i.i.i.i.i.i.i.epil, 3
  %_4.0.i.i.i.i.i.i.epil = add i32 %_0.i.i.i.i.i.i.i.epil, %acc.sroa.0.0.i.i.i.i.epil.init
  br label %_ZN4core4iter6traits8iterator8Iterator3sum17h60c222c7dc2dc8e1E.exit

_ZN4core4iter6traits8iterator8Iterator3sum17h60c222c7dc2dc8e1E.exit: ; preds = %bb8.i.i.i.i.epil.preheader, %_ZN4core4iter6traits8iterator8Iterator3sum17h60c222c7dc2dc8e1E.exit.loopexit.unr-lcssa, %start
  %_0.sroa.0.0.i.i.i.i = phi i32 [ 0, %start ], [ %_4.0.i.i.i.i.i.i.1, %_ZN4core4iter6traits8iterator8Iterator3sum17h60c222c7dc2dc8e1E.exit.loopexit.unr-lcssa ], [ %_4.0.i.i.i.i.i.i.epil, %bb8.i.i.i.i.epil.preheader ]
  ret i32 %_0.sroa.0.0.i.i.i.i
}

; sample::area
; Function Attrs: mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: read, inaccessiblemem: read) uwtable
define { i64, double } @_ZN6sample4area17hb61837b99d3f606bE(ptr noalias noundef readonly align 8 captures(none) dereferenceable(24) %shape) unnamed_addr #2 {
start:
  %0 = load i64, ptr %shape, align 8, !range !32, !noundef !10
  %1 = xor i64 %0, -9223372036854775808
  %2 = icmp slt i64 %0, 0
  %_2 = select i1 %2, i64 %1, i64 2
  switch i64 %_2, label %bb1 [
    i64 0, label %bb4
    i64 1, label %bb3
    i64 2, label %bb8
  ]

bb1:                                              ; preds = %start
  unreachable

bb4:                                              ; preds = %start
  %r = getelementptr inbounds nuw i8, ptr %shape, i64 8
  %_3.i = load double, ptr %r, align 8, !alias.scope !33, !noundef !10
  %_0.i = fmul double %_3.i, 3.250000e+00
  %_0.i2 = fmul double %_3.i, %_0.i
  br label %bb8

bb3:                                              ; preds = %start
  %w = getelementptr inbounds nuw i8, ptr %shape, i64 8
  %h = getelementptr inbounds nuw i8, ptr %shape, i64 16
  tail call void @llvm.experimental.noalias.scope.decl(metadata !36)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !39)
  %_3.i3 = load double, ptr %w, align 8, !alias.scope !36, !noalias !39, !noundef !10
  %_4.i = load double, ptr %h, align 8, !alias.scope !39, !noalias !36, !noundef !10
  %_0.i4 = fmul double %_3.i3, %_4.i
  br label %bb8

bb8:                                              ; preds = %start, %bb3, %bb4
  %_0.sroa.4.0 = phi double [ %_0.i2, %bb4 ], [ %_0.i4, %bb3 ], [ undef, %start ]
  %_0.sroa.0.0 = phi i64 [ 1, %bb4 ], [ 1, %bb3 ], [ 0, %start ]
  %3 = insertvalue { i64, double } poison, i64 %_0.sroa.0.0, 0
  %4 = insertvalue { i64, double } %3, double %_0.sroa.4.0, 1
  ret { i64, double } %4
}

; sample::rename
; Function Attrs: nonlazybind uwtable
define void @_ZN6sample6rename17ha26ee275ab00c35cE(ptr noalias noundef align 8 dereferenceable(24) %shape, ptr noalias noundef nonnull readonly align 1 captures(none) %name.0, i64 noundef %name.1) unnamed_addr #3 personality ptr @rust_eh_personality {
start:
  %_4.i.i.i = alloca [24 x i8], align 8
  %0 = load i64, ptr %shape, align 8, !range !32, !noundef !10
  %1 = icmp sgt i64 %0, -1
  br i1 %1, label %bb1, label %bb5

bb1:                                              ; preds = %start
  call void @llvm.lifetime.start.p0(ptr nonnull %_4.i.i.i), !noalias !41
; call <alloc::raw_vec::RawVecInner>::try_allocate_in
  call void @_RNvMs4_NtCslNYArtu3iFV_5alloc7raw_vecNtB5_11RawVecInner15try_allocate_inCsduwmD7cSIQq_5gimli(ptr noalias noundef sret([24 x i8]) align 8 captures(none) dereferenceable(24) %_4.i.i.i, i64 noundef range(i64 0, -9223372036854775808) %name.1, i1 noundef zeroext false, i64 noundef 1, i64 noundef 1), !noalias !41
  %_5.i.i.i = load i64, ptr %_4.i.i.i, align 8, !range !48, !noalias !41, !noundef !10
  %2 = trunc nuw i64 %_5.i.i.i to i1
  %3 = getelementptr inbounds nuw i8, ptr %_4.i.i.i, i64 8
  %err.0.i.i.i = load i64, ptr %3, align 8, !range !49, !noalias !41, !noundef !10
  %4 = getelementptr inbounds nuw i8, ptr %_4.i.i.i, i64 16
  br i1 %2, label %bb3.i.i.i, label %"_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$16with_capacity_in17h20d771803f9a5421E.exit.i.i", !prof !50

bb3.i.i.i:                                        ; preds = %bb1
  %err.1.i.i.i = load i64, ptr %4, align 8, !noalias !41
; call alloc::raw_vec::handle_error
  tail call void @_RNvNtCslNYArtu3iFV_5alloc7raw_vec12handle_error(i64 noundef %err.0.i.i.i, i64 %err.1.i.i.i) #11, !noalias !41
  unreachable

"_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$16with_capacity_in17h20d771803f9a5421E.exit.i.i": ; preds = %bb1
  %this.1.i.i.i = load ptr, ptr %4, align 8, !noalias !41, !nonnull !10, !noundef !10
  %_7.i.i.i = icmp samesign ule i64 %name.1, %err.0.i.i.i
  tail call void @llvm.assume(i1 %_7.i.i.i)
  call void @llvm.lifetime.end.p0(ptr nonnull %_4.i.i.i), !noalias !41
  %_4.not.i.i = icmp eq i64 %name.1, 0
  br i1 %_4.not.i.i, label %_RNvXs2_NtCslNYArtu3iFV_5alloc3streNtNtB7_6borrow7ToOwned8to_owned.exit, label %bb1.i.i

bb1.i.i:                                          ; preds = %"_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$16with_capacity_in17h20d771803f9a5421E.exit.i.i"
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %this.1.i.i.i, ptr nonnull readonly align 1 %name.0, i64 range(i64 0, -9223372036854775808) %name.1, i1 false), !noalias !51
  br label %_RNvXs2_NtCslNYArtu3iFV_5alloc3streNtNtB7_6borrow7ToOwned8to_owned.exit

_RNvXs2_NtCslNYArtu3iFV_5alloc3streNtNtB7_6borrow7ToOwned8to_owned.exit: ; preds = %"_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$16with_capacity_in17h20d771803f9a5421E.exit.i.i", %bb1.i.i
  %bytes.sroa.5.0.i = phi i64 [ 0, %"_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$16with_capacity_in17h20d771803f9a5421E.exit.i.i" ], [ %name.1, %bb1.i.i ]
; invoke <alloc::vec::Vec<u8> as core::ops::drop::Drop>::drop
  invoke void @_RNvXso_NtCslNYArtu3iFV_5alloc3vecINtB5_3VechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef nonnull align 8 dereferenceable(24) %shape)
          to label %"_ZN4core3ptr46drop_in_place$LT$alloc..vec..Vec$LT$u8$GT$$GT$17hf894461cb5cd4671E.exit.i" unwind label %cleanup.i.i

cleanup.i.i:                                      ; preds = %_RNvXs2_NtCslNYArtu3iFV_5alloc3streNtNtB7_6borrow7ToOwned8to_owned.exit
  %5 = landingpad { ptr, i32 }
          cleanup
; invoke <alloc::raw_vec::RawVec<u8> as core::ops::drop::Drop>::drop
  invoke void @_RNvXs1_NtCslNYArtu3iFV_5alloc7raw_vecINtB5_6RawVechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef nonnull align 8 dereferenceable(24) %shape)
          to label %cleanup.body unwind label %terminate.i.i

terminate.i.i:                                    ; preds = %cleanup.i.i
  %6 = landingpad { ptr, i32 }
          filter [0 x ptr] zeroinitializer
; call core::panicking::panic_in_cleanup
  tail call void @_RNvNtCsgEmfK2I1SDS_4core9panicking16panic_in_cleanup() #12
  unreachable

"_ZN4core3ptr46drop_in_place$LT$alloc..vec..Vec$LT$u8$GT$$GT$17hf894461cb5cd4671E.exit.i": ; preds = %_RNvXs2_NtCslNYArtu3iFV_5alloc3streNtNtB7_6borrow7ToOwned8to_owned.exit
; invoke <alloc::raw_vec::RawVec<u8> as core::ops::drop::Drop>::drop
  invoke void @_RNvXs1_NtCslNYArtu3iFV_5alloc7raw_vecINtB5_6RawVechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef nonnull align 8 dereferenceable(24) %shape)
          to label %bb3 unwind label %cleanup

bb5:                                              ; preds = %bb3, %start
  ret void

cleanup:                                          ; preds = %"_ZN4core3ptr46drop_in_place$LT$alloc..vec..Vec$LT$u8$GT$$GT$17hf894461cb5cd4671E.exit.i"
  %7 = landingpad { ptr, i32 }
          cleanup
  br label %cleanup.body

cleanup.body:                                     ; preds = %cleanup.i.i, %cleanup
  %eh.lpad-body = phi { ptr, i32 } [ %7, %cleanup ], [ %5, %cleanup.i.i ]
  store i64 %err.0.i.i.i, ptr %shape, align 8
  %_5.sroa.5.0.shape.sroa_idx3 = getelementptr inbounds nuw i8, ptr %shape, i64 8
  store ptr %this.1.i.i.i, ptr %_5.sroa.5.0.shape.sroa_idx3, align 8
  %_5.sroa.6.0.shape.sroa_idx5 = getelementptr inbounds nuw i8, ptr %shape, i64 16
  store i64 %bytes.sroa.5.0.i, ptr %_5.sroa.6.0.shape.sroa_idx5, align 8
  resume { ptr, i32 } %eh.lpad-body

bb3:                                              ; preds = %"_ZN4core3ptr46drop_in_place$LT$alloc..vec..Vec$LT$u8$GT$$GT$17hf894461cb5cd4671E.exit.i"
  store i64 %err.0.i.i.i, ptr %shape, align 8
  %_5.sroa.5.0.shape.sroa_idx = getelementptr inbounds nuw i8, ptr %shape, i64 8
  store ptr %this.1.i.i.i, ptr %_5.sroa.5.0.shape.sroa_idx, align 8
  %_5.sroa.6.0.shape.sroa_idx = getelementptr inbounds nuw i8, ptr %shape, i64 16
  store i64 %bytes.sroa.5.0.i, ptr %_5.sroa.6.0.shape.sroa_idx, align 8
  br label %bb5
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #4

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #4

; Function Attrs: nounwind nonlazybind uwtable
declare noundef range(i32 0, 10) i32 @rust_eh_personality(i32 noundef, i32 noundef, i64 noundef, ptr noundef, ptr noundef) unnamed_addr #6

; <alloc::vec::Vec<u8> as core::ops::drop::Drop>::drop
; Function Attrs: nonlazybind uwtable
declare void @_RNvXso_NtCslNYArtu3iFV_5alloc3vecINtB5_3VechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef align 8 dereferenceable(24)) unnamed_addr #3

; core::panicking::panic_in_cleanup
; Function Attrs: cold minsize noinline noreturn nounwind nonlazybind optsize uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking16panic_in_cleanup() unnamed_addr #7

; <alloc::raw_vec::RawVec<u8> as core::ops::drop::Drop>::drop
; Function Attrs: nonlazybind uwtable
declare void @_RNvXs1_NtCslNYArtu3iFV_5alloc7raw_vecINtB5_6RawVechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef align 8 dereferenceable(16)) unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #8

; <alloc::raw_vec::RawVecInner>::try_allocate_in
; Function Attrs: nonlazybind uwtable
declare void @_RNvMs4_NtCslNYArtu3iFV_5alloc7raw_vecNtB5_11RawVecInner15try_allocate_inCsduwmD7cSIQq_5gimli(ptr dead_on_unwind noalias noundef writable sret([24 x i8]) align 8 captures(none) dereferenceable(24), i64 noundef, i1 noundef zeroext, i64 noundef range(i64 1, -9223372036854775807), i64 noundef) unnamed_addr #3

; alloc::raw_vec::handle_error
; Function Attrs: cold minsize noreturn nonlazybind optsize uwtable
declare void @_RNvNtCslNYArtu3iFV_5alloc7raw_vec12handle_error(i64 noundef range(i64 0, -9223372036854775807), i64) unnamed_addr #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #10

attributes #0 = { nofree norecurse nosync nounwind nonlazybind memory(argmem: read, inaccessiblemem: write) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { nofree norecurse nosync nounwind nonlazybind memory(argmem: read) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: read, inaccessiblemem: read) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #3 = { nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #7 = { cold minsize noinline noreturn nounwind nonlazybind optsize uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #8 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #9 = { cold minsize noreturn nonlazybind optsize uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #10 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #11 = { noreturn }
attributes #12 = { cold noreturn nounwind }

!llvm.module.flags = !{!0, !1}
!llvm.ident = !{!2}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 2, !"RtLibUseGOT", i32 1}
!2 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!3 = !{!4, !6, !8}
!4 = distinct !{!4, !5, !"_RNvXs3p_NtNtCsgEmfK2I1SDS_4core3ops5arithRmINtB6_3DivmE3div: %self"}
!5 = distinct !{!5, !"_RNvXs3p_NtNtCsgEmfK2I1SDS_4core3ops5arithRmINtB6_3DivmE3div"}
!6 = distinct !{!6, !7, !"_ZN6sample3sum28_$u7b$$u7b$closure$u7d$$u7d$17h9aa35adee68724c2E: %value"}
!7 = distinct !{!7, !"_ZN6sample3sum28_$u7b$$u7b$closure$u7d$$u7d$17h9aa35adee68724c2E"}
!8 = distinct !{!8, !9, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hdaeaca3de7a515f4E: %elt"}
!9 = distinct !{!9, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hdaeaca3de7a515f4E"}
!10 = !{}
!11 = !{!12, !14, !16}
!12 = distinct !{!12, !13, !"_RNvXs3p_NtNtCsgEmfK2I1SDS_4core3ops5arithRmINtB6_3DivmE3div: %self"}
!13 = distinct !{!13, !"_RNvXs3p_NtNtCsgEmfK2I1SDS_4core3ops5arithRmINtB6_3DivmE3div"}
!14 = distinct !{!14, !15, !"_ZN6sample3sum28_$u7b$$u7b$closure$u7d$$u7d$17h9aa35adee68724c2E: %value"}
!15 = distinct !{!15, !"_ZN6sample3sum28_$u7b$$u7b$closure$u7d$$u7d$17h9aa35adee68724c2E"}
!16 = distinct !{!16, !17, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hdaeaca3de7a515f4E: %elt"}
!17 = distinct !{!17, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hdaeaca3de7a515f4E"}
!18 = !{!19, !21, !23}
!19 = distinct !{!19, !20, !"_RNvXs3p_NtNtCsgEmfK2I1SDS_4core3ops5arithRmINtB6_3DivmE3div: %self"}
!20 = distinct !{!20, !"_RNvXs3p_NtNtCsgEmfK2I1SDS_4core3ops5arithRmINtB6_3DivmE3div"}
!21 = distinct !{!21, !22, !"_ZN6sample3sum28_$u7b$$u7b$closure$u7d$$u7d$17h9aa35adee68724c2E: %value"}
!22 = distinct !{!22, !"_ZN6sample3sum28_$u7b$$u7b$closure$u7d$$u7d$17h9aa35adee68724c2E"}
!23 = distinct !{!23, !24, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hdaeaca3de7a515f4E: %elt"}
!24 = distinct !{!24, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hdaeaca3de7a515f4E"}
!25 = !{!26, !28, !30}
!26 = distinct !{!26, !27, !"_RNvXs3p_NtNtCsgEmfK2I1SDS_4core3ops5arithRmINtB6_3DivmE3div: %self"}
!27 = distinct !{!27, !"_RNvXs3p_NtNtCsgEmfK2I1SDS_4core3ops5arithRmINtB6_3DivmE3div"}
!28 = distinct !{!28, !29, !"_ZN6sample3sum28_$u7b$$u7b$closure$u7d$$u7d$17h9aa35adee68724c2E: %value"}
!29 = distinct !{!29, !"_ZN6sample3sum28_$u7b$$u7b$closure$u7d$$u7d$17h9aa35adee68724c2E"}
!30 = distinct !{!30, !31, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hdaeaca3de7a515f4E: %elt"}
!31 = distinct !{!31, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hdaeaca3de7a515f4E"}
!32 = !{i64 0, i64 -9223372036854775806}
!33 = !{!34}
!34 = distinct !{!34, !35, !"_RNvXs2Z_NtNtCsgEmfK2I1SDS_4core3ops5arithdINtB6_3MulRdE3mul: %other"}
!35 = distinct !{!35, !"_RNvXs2Z_NtNtCsgEmfK2I1SDS_4core3ops5arithdINtB6_3MulRdE3mul"}
!36 = !{!37}
!37 = distinct !{!37, !38, !"_RNvXs30_NtNtCsgEmfK2I1SDS_4core3ops5arithRdNtB6_3Mul3mul: %self"}
!38 = distinct !{!38, !"_RNvXs30_NtNtCsgEmfK2I1SDS_4core3ops5arithRdNtB6_3Mul3mul"}
!39 = !{!40}
!40 = distinct !{!40, !38, !"_RNvXs30_NtNtCsgEmfK2I1SDS_4core3ops5arithRdNtB6_3Mul3mul: %other"}
!41 = !{!42, !44, !45, !47}
!42 = distinct !{!42, !43, !"_ZN87_$LT$T$u20$as$u20$alloc..slice..$LT$impl$u20$$u5b$T$u5d$$GT$..to_vec_in..ConvertVec$GT$6to_vec17h33c47dc0080102f9E: %v"}
!43 = distinct !{!43, !"_ZN87_$LT$T$u20$as$u20$alloc..slice..$LT$impl$u20$$u5b$T$u5d$$GT$..to_vec_in..ConvertVec$GT$6to_vec17h33c47dc0080102f9E"}
!44 = distinct !{!44, !43, !"_ZN87_$LT$T$u20$as$u20$alloc..slice..$LT$impl$u20$$u5b$T$u5d$$GT$..to_vec_in..ConvertVec$GT$6to_vec17h33c47dc0080102f9E: %s.0"}
!45 = distinct !{!45, !46, !"_RNvXs2_NtCslNYArtu3iFV_5alloc3streNtNtB7_6borrow7ToOwned8to_owned: %_0"}
!46 = distinct !{!46, !"_RNvXs2_NtCslNYArtu3iFV_5alloc3streNtNtB7_6borrow7ToOwned8to_owned"}
!47 = distinct !{!47, !46, !"_RNvXs2_NtCslNYArtu3iFV_5alloc3streNtNtB7_6borrow7ToOwned8to_owned: %self.0"}
!48 = !{i64 0, i64 2}
!49 = !{i64 0, i64 -9223372036854775807}
!50 = !{!"branch_weights", !"expected", i32 1, i32 2000}
!51 = !{!42, !45}
