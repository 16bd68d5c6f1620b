-- Practices and their people from a file: by which import they came, so that those whom nobody has used go with it.

alter type import_kind add value if not exists 'practices';

-- No key to the imports: these name who made them, and of two tables that refer to each other a backup could put neither
-- first. Only an import that nothing came of is deleted.
alter table practices add column import_id uuid;
alter table users add column import_id uuid;
grant insert (import_id, delivery_days, opening_days) on practices to arcade_app;
grant insert (import_id) on users to arcade_app;

-- Of one practice what an import of the last day has brought: its people who have never been here, then itself where nobody
-- is left. Whatever names one of them keeps them: the constraints say so.
create function tenant.take_back_practice(import uuid, practice uuid) returns void
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  person uuid;
begin
  perform tenant.refuse_unless_settings();
  if not exists (
    select from imports i where i.brand_id = brand and i.id = import and i.state = 'applied'
      and i.applied_at > now() - interval '24 hours') then
    return;
  end if;
  perform tenant.set_context(brand, null, null);
  -- Whoever chooses a password in this moment has done so before it is looked at.
  for person in
    select u.id from users u
    where u.brand_id = brand and u.practice_id = practice and u.import_id = import and u.password_hash is null
    order by u.id for update
  loop
    begin
      delete from password_links where brand_id = brand and user_id = person;
      delete from notices where brand_id = brand and user_id = person;
      delete from notice_choices where brand_id = brand and user_id = person;
      delete from notice_digests where brand_id = brand and user_id = person;
      delete from users where brand_id = brand and id = person;
    exception when foreign_key_violation then
      null;
    end;
  end loop;
  begin
    delete from practices p where p.brand_id = brand and p.id = practice and p.import_id = import;
  exception when foreign_key_violation then
    null;
  end;
  perform set_config('tenant.context', coalesce(context, ''), true);
end $$;
revoke all on function tenant.take_back_practice(uuid, uuid) from public;
grant execute on function tenant.take_back_practice(uuid, uuid) to arcade_app;
