-- Which list a practice begins on, however it comes: made by hand, asked for, or from a file. Without one it pays what the
-- catalogue says.
alter table price_lists add column is_default boolean not null default false;
grant update (is_default) on price_lists to arcade_app;

create function new_practice_pays() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
begin
  perform tenant.set_context(new.brand_id, null, null);
  insert into practice_price_lists (brand_id, practice_id, from_on, list_id)
    select new.brand_id, new.id, today_of(new.brand_id), l.id from price_lists l
    where l.brand_id = new.brand_id and l.is_default
    for key share of l;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return null;
end $$;
revoke all on function new_practice_pays() from public;
create trigger begins_on_a_list after insert on practices for each row execute function new_practice_pays();

-- As before; what it was to pay goes with a practice, or stays with it.
create or replace function tenant.take_back_practice(import uuid, practice uuid) returns void
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
    delete from practice_price_lists l where l.brand_id = brand and l.practice_id = practice
      and exists (select from practices p where p.brand_id = brand and p.id = practice and p.import_id = import);
    delete from practices p where p.brand_id = brand and p.id = practice and p.import_id = import;
  exception when foreign_key_violation then
    null;
  end;
  perform set_config('tenant.context', coalesce(context, ''), true);
end $$;
