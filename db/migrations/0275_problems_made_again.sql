-- What a practice has reported may be answered by a remake that the laboratory begins: the problem names it, rather than a second
-- one beside it. Which one it names changes only where that one was cancelled.
grant update (remake_id) on order_problems to arcade_app;

-- What was to be adjusted may turn out to be made again: that is an answer, no second wish.
alter table order_problems
  drop constraint order_problems__one_wish,
  add constraint order_problems__one_wish check (not is_adjustment or remake_id is null or answered_at is not null) not valid;

create or replace function problem_goes_on() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.settled_at is not null then
    raise exception 'this problem is settled'
      using errcode = 'check_violation', constraint = 'order_problems__settled_once', table = 'order_problems';
  end if;
  if (new.answered_at is distinct from old.answered_at or new.put_right_on is distinct from old.put_right_on
       or new.remake_id is distinct from old.remake_id) and tenant.audience() is distinct from 'staff'
     or new.settled_at is distinct from old.settled_at and tenant.audience() is distinct from 'practice' then
    raise exception 'not theirs to say' using errcode = 'insufficient_privilege';
  end if;
  if new.remake_id is distinct from old.remake_id and (
       not exists (select from orders o where o.brand_id = new.brand_id and o.id = new.remake_id and o.remake_of = new.order_id)
       or exists (select from orders o where o.brand_id = old.brand_id and o.id = old.remake_id and o.status <> 'cancelled')) then
    raise exception 'not the remake of this case'
      using errcode = 'check_violation', constraint = 'order_problems__its_remake', table = 'order_problems';
  end if;
  return new;
end $$;
create or replace trigger goes_on
  before update of answered_by, answered_at, put_right_on, remake_id, settled_by, settled_at on order_problems
  for each row execute function problem_goes_on();
