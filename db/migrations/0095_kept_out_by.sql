-- Who keeps somebody out: whoever did lets them in again. Unsaid of those who were out before; they are the laboratory's.
create type kept_out_by as enum ('laboratory', 'practice', 'closure');
alter table users add column disabled_by kept_out_by;
grant update (disabled_by) on users to arcade_app;

create function note_who_keeps_out() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  is_by_practice boolean := (tenant.audience() = 'practice') is true;
begin
  if tg_op = 'UPDATE' and is_by_practice and old.disabled_at is not null
      and old.disabled_by is distinct from 'practice' then
    if new.disabled_at is null then
      raise exception 'the laboratory keeps this person out'
        using errcode = 'insufficient_privilege', constraint = 'users__kept_out', table = 'users';
    end if;
    new.disabled_at := old.disabled_at;
    new.disabled_by := old.disabled_by;
  elsif new.disabled_at is null then
    new.disabled_by := null;
  elsif is_by_practice then
    new.disabled_by := 'practice';
  else
    new.disabled_by := coalesce(new.disabled_by, 'laboratory');
  end if;
  return new;
end $$;
revoke all on function note_who_keeps_out() from public;
create trigger kept_out_by before insert or update of disabled_at, disabled_by on users
  for each row execute function note_who_keeps_out();
