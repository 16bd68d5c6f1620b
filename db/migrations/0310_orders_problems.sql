-- A case says itself in which states its problems are: the lists of it look into no second table for each row. Said by the
-- database, of every problem.
create type problem_state as enum ('open', 'answered', 'settled');
alter table orders add column problem_states problem_state[] not null default '{}';

-- Quietly: whoever looks hears of the problem.
create function order_has_problem() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  quiet text := current_setting('changes.quiet', true);
begin
  perform set_config('changes.quiet', 'on', true);
  -- Of two at once the second looks at what the first has left, not at what was there when it began to wait.
  perform from orders o where o.brand_id = new.brand_id and o.id = new.order_id for no key update;
  update orders o set problem_states = (
      select array_agg(distinct (case when p.settled_at is not null then 'settled'
        when p.answered_at is not null then 'answered' else 'open' end)::problem_state)
      from order_problems p where p.brand_id = new.brand_id and p.order_id = new.order_id)
    where o.brand_id = new.brand_id and o.id = new.order_id;
  perform set_config('changes.quiet', coalesce(quiet, ''), true);
  return null;
end $$;
create trigger marks_its_case after insert or update of answered_at, settled_at on order_problems
  for each row execute function order_has_problem();

-- The mark that comes with a new case is believed by nobody (0241).
create function order_has_no_problem_yet() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.problem_states := '{}';
  return new;
end $$;
create trigger without_problem_yet before insert on orders for each row
  when (new.problem_states <> '{}') execute function order_has_no_problem_yet();

revoke all on function order_has_problem(), order_has_no_problem_yet() from public;
