-- What was sent can be changed: the appointment and the wished day as long as it has not come, what is to be made until
-- production begins; from then on the laboratory does it, when it has said yes.
alter type audit_kind add value if not exists 'order_changed';

grant update (wished_on, appointment_at, comment, total_cents, summary_fr, summary_en) on orders to arcade_app;
grant update (quantity, shade, complementary_shade, teeth, pontics) on order_products to arcade_app;

create function order_can_change() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tenant.audience() = 'practice' and (
      old.status in ('delivered', 'invoiced', 'cancelled')
      or (new.comment, new.total_cents, new.summary_fr, new.summary_en)
           is distinct from (old.comment, old.total_cents, old.summary_fr, old.summary_en)
         and coalesce(old.held_from, old.status) not in ('registered', 'in_preparation')) then
    raise exception 'a case does not change any more'
      using errcode = 'check_violation', constraint = 'orders__can_change', table = 'orders';
  end if;
  return new;
end $$;
create trigger can_change before update of wished_on, appointment_at, comment, total_cents, summary_fr, summary_en on orders
  for each row execute function order_can_change();

create function order_product_can_change() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tenant.audience() = 'practice' and not exists (
      select from orders o where o.brand_id = new.brand_id and o.id = new.order_id
        and coalesce(o.held_from, o.status) in ('registered', 'in_preparation')) then
    raise exception 'a case does not change any more'
      using errcode = 'check_violation', constraint = 'orders__can_change', table = 'order_products';
  end if;
  return new;
end $$;
revoke all on function order_can_change(), order_product_can_change() from public;
create trigger can_change before update of quantity, shade, complementary_shade, teeth, pontics on order_products
  for each row execute function order_product_can_change();

-- What a practice has changed and nobody of the laboratory has taken note of yet.
alter table orders
  add column changed_at timestamptz,
  -- When something was asked about it last: whoever reads a case looks for requests only where there are some.
  add column asked_at timestamptz;
grant update (changed_at, asked_at) on orders to arcade_app;

create function case_asked() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update orders o set asked_at = new.asked_at where o.brand_id = new.brand_id and o.id = new.order_id;
  return null;
end $$;
revoke all on function case_asked() from public;
create trigger case_asked after insert on order_requests for each row execute function case_asked();
