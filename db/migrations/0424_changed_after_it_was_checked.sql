-- Whoever has looked at a device before it leaves has looked at what it was then: what is made otherwise is checked anew before it is
-- signed. And an arch follows its teeth.
alter table order_products
  -- When what is made of it was changed last, by anybody.
  add column changed_at timestamptz;
grant update (sector) on order_products to arcade_app;

create or replace trigger can_change before update of quantity, shade, complementary_shade, teeth, pontics, sector on order_products
  for each row execute function order_product_can_change();

create function order_product_changed() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Not when its transaction began: a check may have come since.
  new.changed_at := clock_timestamp();
  return new;
end $$;
revoke all on function order_product_changed() from public;
create trigger changed before update of quantity, shade, complementary_shade, teeth, pontics, sector on order_products
  for each row when ((old.quantity, old.shade, old.complementary_shade, old.teeth, old.pontics, old.sector)
    is distinct from (new.quantity, new.shade, new.complementary_shade, new.teeth, new.pontics, new.sector))
  execute function order_product_changed();

create or replace function statement_is_released() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  fault text;
begin
  -- Held until the end: who blocks one of them comes before, and this is refused, or after.
  perform from material_lots l join order_product_materials u on u.brand_id = l.brand_id and u.lot_id = l.id
    where u.brand_id = new.brand_id and u.order_id = new.order_id order by l.id for share of l;
  fault := case
    when not exists (select from release_checks c
      where c.brand_id = new.brand_id and c.order_id = new.order_id and c.version = new.version
        and not exists (select from order_products p
          where p.brand_id = c.brand_id and p.order_id = c.order_id and p.changed_at > c.checked_at)) then 'released'
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
