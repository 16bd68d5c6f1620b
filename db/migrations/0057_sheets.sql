-- What stands between the bench and the signature: the check on release, who else has worked on the device.

alter type audit_kind add value if not exists 'release_checked';
create type release_point as enum ('prescription', 'fit', 'contacts', 'shade', 'surface', 'cleaning');

-- Append-only, like what is signed after it: each version of a statement has a check of its own.
create table release_checks (
  brand_id uuid not null,
  practice_id uuid not null,
  order_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Of the statement that it comes before.
  version smallint not null check (version > 0),
  points release_point[] not null check (cardinality(points) > 0),
  note text check (note <> '' and length(note) <= 1000),
  checked_by uuid not null,
  checked_by_name text not null check (checked_by_name <> ''),
  checked_at timestamptz not null default now(),
  primary key (brand_id, order_id, id),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id),
  foreign key (brand_id, checked_by) references users (brand_id, id)
);
call tenant.protect_by_practice('release_checks');
grant select, insert on release_checks to arcade_app;

create table order_subcontractors (
  brand_id uuid not null,
  practice_id uuid not null,
  order_id uuid not null,
  subcontractor_id uuid not null,
  primary key (brand_id, order_id, subcontractor_id),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id),
  foreign key (brand_id, subcontractor_id) references subcontractors (brand_id, id)
);
call tenant.protect_by_practice('order_subcontractors');
grant select, insert, delete on order_subcontractors to arcade_app;

-- From the shape of content on that knows of checks; the release before signs without.
create function statement_is_released() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  fault text;
begin
  -- Held until the end: who blocks one of them comes before, and this is refused, or after.
  perform from material_lots l join order_product_materials u on u.brand_id = l.brand_id and u.lot_id = l.id
    where u.brand_id = new.brand_id and u.order_id = new.order_id order by l.id for share of l;
  fault := case
    when not exists (select from release_checks c
      where c.brand_id = new.brand_id and c.order_id = new.order_id and c.version = new.version) then 'released'
    when exists (select from order_products p where p.brand_id = new.brand_id and p.order_id = new.order_id
      and not exists (select from order_product_materials u
        where u.brand_id = p.brand_id and u.order_id = p.order_id and u.case_sequence = p.case_sequence)) then 'materials'
    when exists (select from order_product_materials u join material_lots l on l.brand_id = u.brand_id and l.id = u.lot_id
      where u.brand_id = new.brand_id and u.order_id = new.order_id and l.state = 'blocked') then 'lots_not_blocked'
  end;
  if fault is not null then
    raise exception 'this statement cannot be signed' using errcode = 'check_violation',
      constraint = 'traceability_statements__' || fault, table = 'traceability_statements';
  end if;
  return new;
end $$;
revoke all on function statement_is_released() from public;
create trigger released before insert on traceability_statements for each row
  when (new.content_version > 1 and tenant.audience() = 'staff') execute function statement_is_released();

create trigger tell_change after insert on release_checks for each row execute function tell_change('sheets');
create trigger tell_change after insert on traceability_statements for each row
  when (current_setting('changes.quiet', true) is distinct from 'on') execute function tell_change('sheets');
-- The practice sees on its case that the sheet is signed.
create trigger tell_case after insert on traceability_statements for each row
  when (current_setting('changes.quiet', true) is distinct from 'on') execute function tell_change('orders');
