-- Cases that are in work already when a laboratory begins, from a file: by which import they came. Practices, who sent them
-- long ago elsewhere, are told nothing of them.
alter type import_kind add value if not exists 'cases';
-- No key to the imports, as of practices (0106).
alter table orders add column import_id uuid;

drop trigger tell_of_new_case on orders;
create trigger tell_of_new_case after insert on orders for each row
  when (new.status = 'registered' and new.import_id is null and current_setting('changes.quiet', true) is distinct from 'on')
  execute function tell_of_case();

-- What somebody of a practice sends is no import.
create function order_is_imported() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.refuse_unless_settings();
  return new;
end $$;
revoke all on function order_is_imported() from public;
create trigger imported before insert on orders for each row when (new.import_id is not null)
  execute function order_is_imported();

-- A case that an import of the last day has brought, and of which nothing has been said since: no step, no word, no file.
create function tenant.take_back_case(import uuid, imported uuid) returns void
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
begin
  perform tenant.refuse_unless_settings();
  if not exists (
    select from imports i where i.brand_id = brand and i.id = import and i.state = 'applied'
      and i.applied_at > now() - interval '24 hours') then
    return;
  end if;
  perform tenant.set_context(brand, null, null);
  -- Whoever takes it a step further in this moment has done so before it is looked at.
  perform from orders o where o.brand_id = brand and o.id = imported and o.import_id = import for update;
  if found and (select count(*) from order_events e where e.brand_id = brand and e.order_id = imported) = 1 then
    begin
      delete from order_events e where e.brand_id = brand and e.order_id = imported;
      delete from order_products p where p.brand_id = brand and p.order_id = imported;
      delete from orders o where o.brand_id = brand and o.id = imported;
    exception when foreign_key_violation then
      null;
    end;
  end if;
  perform set_config('tenant.context', coalesce(context, ''), true);
end $$;
revoke all on function tenant.take_back_case(uuid, uuid) from public;
grant execute on function tenant.take_back_case(uuid, uuid) to arcade_app;
