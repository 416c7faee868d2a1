-- A second and more of native work: inserts, an index, joins, grouping, updates, text.
create table t(a integer primary key, b int, c text);
begin;
with recursive n(i) as (select 1 union all select i + 1 from n where i < 150000)
insert into t select i, i * 7919 % 10007, printf('row %d', i) from n;
commit;
create index t_b on t(b);
select count(*), sum(a * b), min(c), max(c) from t;
select b, count(*) from t group by b order by 2 desc, 1 limit 3;
select sum(x.a) from t x join t y on x.b = y.b where x.a < 20000;
select substr(c, -1), avg(length(c)), count(distinct b) from t group by 1 order by 1;
update t set b = b + 1 where a % 3 = 0;
delete from t where a % 5 = 0;
select count(*) from t where c like '%7%' and b between 100 and 9000;
select a, c from t order by c desc limit 3;
