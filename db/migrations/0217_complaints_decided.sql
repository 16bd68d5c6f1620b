-- A problem says itself whether anybody has decided of it: a list of what is open does not read the problems of all years for it.
-- Said by the database, of every decision.
alter table order_problems add column is_decided boolean not null default false;

create function problem_is_decided() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update order_problems p set is_decided = true
    where p.brand_id = new.brand_id and p.id = new.problem_id and not p.is_decided;
  return null;
end $$;
revoke all on function problem_is_decided() from public;
create trigger decides after insert on complaint_decisions for each row execute function problem_is_decided();

-- Of what the laboratory decides for itself, a practice hears nothing.
create or replace trigger tell_answer after update on order_problems for each row
  when (old.is_decided = new.is_decided) execute function tell_change('orders');
