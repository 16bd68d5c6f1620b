-- A line on the timeline of a case is a step, which changes its status, or a note, which keeps it: an answer, a reason, a day that has
-- moved. Until now a note was told by having the status of the line before. What stands there already is a step, but for what 0491 finds.
create type order_event_kind as enum ('step', 'note');
alter table order_events add column kind order_event_kind not null default 'step',
  add constraint order_events__note_has_words check (kind <> 'note' or note is not null) not valid;
alter table order_events alter column kind drop default;

-- Whoever writes says which it is, and is held to it. The release before does not say: its lines are told apart as it does itself.
-- A note goes by the case where the line before is of another status: somebody has set that by hand.
create function order_event_is_of_its_kind() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  before order_status;
begin
  select e.status into before from order_events e
    where e.brand_id = new.brand_id and e.order_id = new.order_id and e.sequence < new.sequence
    order by e.sequence desc limit 1;
  if new.kind is null then
    new.kind := case when new.note is not null and new.status = before then 'note' else 'step' end;
  elsif new.kind = 'step' and new.status = before or new.kind = 'note' and new.status <> before and not exists (
      select from orders o where o.brand_id = new.brand_id and o.id = new.order_id and o.status = new.status) then
    raise exception 'a step changes the status of a case, and a note keeps it'
      using errcode = 'check_violation', constraint = 'order_events__kind', table = 'order_events';
  end if;
  return new;
end $$;
revoke all on function order_event_is_of_its_kind() from public;
create trigger is_of_its_kind before insert on order_events for each row execute function order_event_is_of_its_kind();
