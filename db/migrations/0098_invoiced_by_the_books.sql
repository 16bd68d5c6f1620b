-- That something is invoiced the books say, and what came as `unknown` goes where any case of the laboratory can go. Whoever
-- takes cases over from another program, in the laboratory's own context, says what they were there.
create or replace function order_status_moves() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = old.status
     or new.status = 'on_hold' and old.status in ('registered', 'in_preparation', 'in_production') and new.held_from = old.status
     or new.status = 'cancelled' and old.status in ('registered', 'in_preparation', 'in_production', 'on_hold')
     or old.status = 'on_hold' and new.status = old.held_from
     or (old.status, new.status) in (('registered', 'in_preparation'), ('in_preparation', 'in_production'),
       ('in_production', 'shipped'), ('shipped', 'delivered'))
     or old.status = 'unknown'
       and new.status in ('registered', 'in_preparation', 'in_production', 'shipped', 'delivered', 'cancelled')
     or (old.status = 'unknown' or old.status = 'delivered' and new.status = 'invoiced')
       and tenant.audience() = 'laboratory'
     or old.status = 'delivered' and new.status = 'invoiced' and exists (
       select from invoice_orders b where b.brand_id = new.brand_id and b.order_id = new.id and b.is_current
         and b.type = 'invoice') then
    return new;
  end if;
  raise exception 'a case does not go from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'orders__status_moves', table = 'orders';
end $$;
