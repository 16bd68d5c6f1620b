-- What the laboratory corrects of a practice, and whether its people come in at all.

alter type audit_kind add value if not exists 'practice_changed';
alter type audit_kind add value if not exists 'practice_disabled';
alter type audit_kind add value if not exists 'practice_enabled';

alter table practices add column disabled_at timestamptz;
grant update (name, address, postal_code, city, disabled_at) on practices to arcade_app;

create function refuse_unless_set_by_administrator() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.refuse_unless_settings();
  return new;
end $$;
revoke all on function refuse_unless_set_by_administrator() from public;
create trigger set_by_administrator before update of name, address, postal_code, city, disabled_at on practices
  for each row execute function refuse_unless_set_by_administrator();

-- Nobody of a disabled practice comes in, whoever lets them. Its row is held: it may be disabled at this very moment.
create function refuse_into_disabled_practice() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select p.disabled_at is not null from practices p
      where p.brand_id = new.brand_id and p.id = new.practice_id for share) then
    raise exception 'the practice is disabled'
      using errcode = 'check_violation', constraint = 'users__of_open_practice', table = 'users';
  end if;
  return new;
end $$;
revoke all on function refuse_into_disabled_practice() from public;
create trigger of_open_practice before insert or update of disabled_at on users for each row
  when (new.practice_id is not null and new.disabled_at is null) execute function refuse_into_disabled_practice();
