-- Who is told when something changes: every process listens, and tells the screens that are open.

-- Says which screens are out of date: ids of laboratory and practice and a word, never what has changed. Sent at commit,
-- and by PostgreSQL only once for what a transaction says twice.
create function tell_change() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('changes', coalesce(new.brand_id, old.brand_id) || '/' || coalesce(new.practice_id, old.practice_id)
    || '/' || tg_argv[0]);
  return null;
end $$;
revoke all on function tell_change() from public;

-- Whoever fills a laboratory that nobody looks at yet says so within its transaction and is spared a call for each case
-- (a tenth of the time of npm run seed). It silences nobody else.
create trigger tell_change after insert or update on orders for each row
  when (current_setting('changes.quiet', true) is distinct from 'on') execute function tell_change('orders');
create trigger tell_change after insert on order_messages for each row execute function tell_change('orders');
create trigger tell_change after insert on order_problems for each row execute function tell_change('orders');
create trigger tell_change after update on attachments for each row
  when (new.state is distinct from old.state) execute function tell_change('attachments');
create trigger tell_change after insert or delete on absences for each row execute function tell_change('absences');
create trigger tell_change after insert or update on rides for each row execute function tell_change('rides');
create trigger tell_change after insert or update on supply_orders for each row execute function tell_change('supplies');

-- What a promise is computed from is out of date as soon as an absence without deliveries comes or goes. Told in a word of
-- its own, so that it reaches those too who may not know of absences: for them it is a day without deliveries like another.
create trigger tell_closure after insert on absences for each row
  when (not new.is_delivery_possible) execute function tell_change('closures');
create trigger tell_closure_gone after delete on absences for each row
  when (not old.is_delivery_possible) execute function tell_change('closures');

-- Tells every process whose open events are over: of a session that has ended, of a user who may see something else or
-- nothing any more, of a laboratory that is closed. Names an id and a word, like tell_change.
create function tell_end() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_argv[0] = 'laboratory' then
    perform pg_notify('changes', new.id || '/' || new.id || '/laboratory');
  else
    perform pg_notify('changes', new.brand_id || '/' || new.id || '/' || tg_argv[0]);
  end if;
  return null;
end $$;
revoke all on function tell_end() from public;
create trigger tell_end after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_end('session');
create trigger tell_end after update of disabled_at, kind, role, practice_id, account_type, is_dlcpm, is_practice_doctor
  on users
  for each row when (
    (old.disabled_at, old.kind, old.role, old.practice_id, old.account_type, old.is_dlcpm, old.is_practice_doctor)
    is distinct from
    (new.disabled_at, new.kind, new.role, new.practice_id, new.account_type, new.is_dlcpm, new.is_practice_doctor)
  ) execute function tell_end('user');
create trigger tell_end after update of disabled_at on brands for each row
  when (old.disabled_at is null and new.disabled_at is not null) execute function tell_end('laboratory');
