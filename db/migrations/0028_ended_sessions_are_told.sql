-- Tells every process whose open events are over: of a session that has ended, of a user who may see something else or
-- nothing any more, of a laboratory that is closed. Names an id and a word, like tell_change (0015).
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
create trigger tell_end after update of disabled_at, practice_id, account_type, is_dlcpm, is_practice_doctor on users
  for each row when (
    (old.disabled_at, old.practice_id, old.account_type, old.is_dlcpm, old.is_practice_doctor) is distinct from
    (new.disabled_at, new.practice_id, new.account_type, new.is_dlcpm, new.is_practice_doctor)
  ) execute function tell_end('user');
create trigger tell_end after update of disabled_at on brands for each row
  when (old.disabled_at is null and new.disabled_at is not null) execute function tell_end('laboratory');
