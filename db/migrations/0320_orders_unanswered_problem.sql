-- A case says itself that a problem which a practice has reported waits for an answer: the list of them reads no problem, and none that
-- is not on its page. What the laboratory has noted itself waits for nobody. Said with the states (0310), in the same update.
alter table orders add column has_unanswered_problem boolean not null default false;

create or replace function order_has_problem() returns trigger
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
      from order_problems p where p.brand_id = new.brand_id and p.order_id = new.order_id),
    -- A practice does not see the laboratory's people: looked for is one of its own.
    has_unanswered_problem = exists (
      select from order_problems p join users u on u.brand_id = p.brand_id and u.id = p.reported_by
      where p.brand_id = new.brand_id and p.order_id = new.order_id and p.answered_at is null and p.settled_at is null
        and u.practice_id is not null)
    where o.brand_id = new.brand_id and o.id = new.order_id;
  perform set_config('changes.quiet', coalesce(quiet, ''), true);
  return null;
end $$;

-- The marks that come with a new case are believed by nobody (0241).
create or replace function order_has_no_problem_yet() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.problem_states := '{}';
  new.has_unanswered_problem := false;
  return new;
end $$;
create or replace trigger without_problem_yet before insert on orders for each row
  when (new.problem_states <> '{}' or new.has_unanswered_problem) execute function order_has_no_problem_yet();
