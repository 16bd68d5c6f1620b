-- A case says itself whether a sheet of it was ever signed: the list of those that wait for one does not look up the sheets of all
-- that has left. Said by the database, of the first one.
alter table orders add column is_signed boolean not null default false;

-- Quietly: whoever looks hears of the sheet.
create function order_is_signed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  quiet text := current_setting('changes.quiet', true);
begin
  perform set_config('changes.quiet', 'on', true);
  update orders o set is_signed = true where o.brand_id = new.brand_id and o.id = new.order_id and not o.is_signed;
  perform set_config('changes.quiet', coalesce(quiet, ''), true);
  return null;
end $$;
revoke all on function order_is_signed() from public;
create trigger signs after insert on traceability_statements for each row execute function order_is_signed();
