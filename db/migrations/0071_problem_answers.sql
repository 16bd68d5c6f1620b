-- A problem is open until the laboratory has answered, and answered until the practice says that it is settled.
alter type audit_kind add value if not exists 'problem_answered';
alter type audit_kind add value if not exists 'problem_settled';

alter table order_problems
  add column answer text,
  add column answered_by uuid,
  add column answered_at timestamptz,
  add column settled_by uuid,
  add column settled_at timestamptz;
alter table order_problems
  add constraint order_problems__answer check (answer <> '' and length(answer) <= 4000) not valid,
  add constraint order_problems__answered check (num_nonnulls(answer, answered_by, answered_at) in (0, 3)) not valid,
  add constraint order_problems__settled check (num_nonnulls(settled_by, settled_at) in (0, 2)) not valid,
  add constraint order_problems__answered_by foreign key (brand_id, answered_by) references users (brand_id, id) not valid,
  add constraint order_problems__settled_by foreign key (brand_id, settled_by) references users (brand_id, id) not valid;
grant update (answer, answered_by, answered_at, settled_by, settled_at) on order_problems to arcade_app;

create function problem_goes_on() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.settled_at is not null then
    raise exception 'this problem is settled'
      using errcode = 'check_violation', constraint = 'order_problems__settled_once', table = 'order_problems';
  end if;
  if new.answered_at is distinct from old.answered_at and tenant.audience() is distinct from 'staff'
     or new.settled_at is distinct from old.settled_at and tenant.audience() is distinct from 'practice' then
    raise exception 'not theirs to say' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke all on function problem_goes_on() from public;
create trigger goes_on before update of answered_by, answered_at, settled_by, settled_at on order_problems
  for each row execute function problem_goes_on();
create trigger tell_of_answer after update of answered_at on order_problems for each row execute function tell_of_answer();
create trigger tell_answer after update on order_problems for each row execute function tell_change('orders');
