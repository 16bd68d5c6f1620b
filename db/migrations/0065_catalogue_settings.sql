-- What a laboratory offers, said by its administrators: families, and of each product a new version with every change.

alter type audit_kind add value if not exists 'catalogue_changed';

-- Of the staff who administer, or the laboratory itself.
create function tenant.refuse_unless_settings() returns boolean
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() = 'laboratory' or tenant.audience() = 'staff' and exists (
    select from users u where u.brand_id = tenant.brand_id() and u.id = tenant.user_id() and u.kind = 'staff'
      and u.role = 'administrator' and u.disabled_at is null)) is not true then
    raise exception 'an administrator of the laboratory sets this' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $$;
revoke all on function tenant.refuse_unless_settings() from public;
grant execute on function tenant.refuse_unless_settings() to arcade_app;

-- Who said so; of what a laboratory began with, nobody.
alter table products
  add column created_by uuid,
  add constraint products__created_by foreign key (brand_id, created_by) references users (brand_id, id) not valid;

create policy settings_insert on product_families as restrictive for insert with check ((select tenant.refuse_unless_settings()));
create policy settings_update on product_families as restrictive for update using ((select tenant.refuse_unless_settings()));
create policy settings_insert on products as restrictive for insert with check ((select tenant.refuse_unless_settings()));
create policy settings_update on products as restrictive for update using ((select tenant.refuse_unless_settings()));
grant insert, update (position, name_fr, name_en) on product_families to arcade_app;
-- Its place in the list is no fact of a case; everything else of a version stays as it was ordered.
grant insert, update (position) on products to arcade_app;

-- What all of a laboratory see, its practices included: told under its own id.
create or replace function tell_laboratory() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := coalesce(to_jsonb(new) ->> 'brand_id', to_jsonb(old) ->> 'brand_id', to_jsonb(new) ->> 'id');
begin
  perform pg_notify('changes', brand || '/' || brand || '/' || tg_argv[0]);
  return null;
end $$;
revoke all on function tell_laboratory() from public;
create trigger tell_laboratory after insert or update on product_families for each row execute function tell_laboratory('catalogue');
create trigger tell_laboratory after insert or update on products for each row execute function tell_laboratory('catalogue');
