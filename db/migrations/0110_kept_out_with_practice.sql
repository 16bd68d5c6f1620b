-- The release before keeps people out with their practice without saying so: of those the time says it.
create or replace function note_who_keeps_out() returns trigger
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
  elsif new.disabled_by is null then
    new.disabled_by := case when exists (
      select from practices p
      where p.brand_id = new.brand_id and p.id = new.practice_id and p.disabled_at = new.disabled_at
    ) then 'closure' else 'laboratory' end::kept_out_by;
  end if;
  return new;
end $$;
