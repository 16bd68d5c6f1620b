-- An answer to a problem may say by which day it is put right.
alter table order_problems add column put_right_on date;
alter table order_problems
  add constraint order_problems__put_right_on check (put_right_on is null or answered_at is not null) not valid;
grant update (put_right_on) on order_problems to arcade_app;

create or replace function problem_goes_on() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.settled_at is not null then
    raise exception 'this problem is settled'
      using errcode = 'check_violation', constraint = 'order_problems__settled_once', table = 'order_problems';
  end if;
  if (new.answered_at is distinct from old.answered_at or new.put_right_on is distinct from old.put_right_on)
       and tenant.audience() is distinct from 'staff'
     or new.settled_at is distinct from old.settled_at and tenant.audience() is distinct from 'practice' then
    raise exception 'not theirs to say' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create or replace trigger goes_on
  before update of answered_by, answered_at, put_right_on, settled_by, settled_at on order_problems
  for each row execute function problem_goes_on();
