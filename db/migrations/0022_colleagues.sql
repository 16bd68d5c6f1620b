-- Who of a practice comes in, and as what: said by its managers.

alter type audit_kind add value if not exists 'user_invited';
alter type audit_kind add value if not exists 'user_changed';
alter type audit_kind add value if not exists 'user_disabled';
alter type audit_kind add value if not exists 'user_enabled';
alter type session_end add value 'user_disabled';

grant insert (brand_id, id, kind, practice_id, login, email, title, first_name, last_name, country_code, language,
  account_type, is_practice_doctor) on users to arcade_app;
grant update (account_type, is_practice_doctor, disabled_at) on users to arcade_app;

-- Of a practice only a manager who still is one, and never for themselves: so each practice keeps the one who acts, also
-- where two managers disable each other at once. The laboratory may close a practice.
create function refuse_unless_managed() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() in ('staff', 'laboratory')) is true then
    return new;
  end if;
  -- One at a time in a practice, so that the second sees what has become of them.
  perform pg_advisory_xact_lock(hashtextextended('colleagues/' || new.brand_id || '/' || new.practice_id, 0));
  if (tenant.audience() = 'practice' and new.id <> tenant.user_id() and exists (
    select from users manager
    where manager.brand_id = new.brand_id and manager.practice_id = new.practice_id and manager.id = tenant.user_id()
      and manager.account_type = 'manager' and manager.disabled_at is null)) is not true then
    raise exception 'another manager of the practice changes this'
      using errcode = 'insufficient_privilege', constraint = 'users__managed', table = 'users';
  end if;
  return new;
end $$;
revoke all on function refuse_unless_managed() from public;
create trigger managed
  before insert or update of kind, role, practice_id, account_type, is_dlcpm, is_practice_doctor, disabled_at on users
  for each row execute function refuse_unless_managed();

-- Whoever disables them sees neither their sessions nor their links. Enabled again, they sign in anew.
create function end_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
begin
  perform tenant.set_context(new.brand_id, null, null);
  update sessions set ended_at = now(), ended_because = 'user_disabled'
    where brand_id = new.brand_id and user_id = new.id and ended_at is null;
  delete from password_links where brand_id = new.brand_id and user_id = new.id;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return null;
end $$;
revoke all on function end_access() from public;
create trigger end_access after update of disabled_at on users for each row
  when (old.disabled_at is null and new.disabled_at is not null) execute function end_access();

create trigger tell_new_colleague after insert on users for each row
  when (new.practice_id is not null) execute function tell_change('colleagues');
create trigger tell_colleague after update on users for each row
  when (new.practice_id is not null and (
    old.title, old.first_name, old.last_name, old.email, old.account_type, old.is_dlcpm, old.is_practice_doctor,
    old.password_hash is null, old.disabled_at
  ) is distinct from (
    new.title, new.first_name, new.last_name, new.email, new.account_type, new.is_dlcpm, new.is_practice_doctor,
    new.password_hash is null, new.disabled_at
  )) execute function tell_change('colleagues');
