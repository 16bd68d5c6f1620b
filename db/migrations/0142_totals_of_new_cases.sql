-- What a case costs is what its products cost from its first moment (0097 held it for what changes): the total that comes with
-- a new case is believed by nobody.
create function order_has_no_products_yet() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.total_cents := null;
  return new;
end $$;
create trigger costs_nothing_yet before insert on orders for each row
  when (new.total_cents is not null) execute function order_has_no_products_yet();

-- As its definer, as in 0097; the total is reckoned by the trigger of the case. Locked first: whoever adds to the same case at
-- the same moment is seen by the one that comes second.
create function order_products_cost() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from orders o
    where (o.brand_id, o.id) in (select m.brand_id, m.order_id from made m) order by o.id for no key update;
  update orders o set total_cents = null
    from (select distinct brand_id, order_id from made) m
    where o.brand_id = m.brand_id and o.id = m.order_id and o.total_cents is distinct from total_of(m.brand_id, m.order_id);
  return null;
end $$;
create trigger costs_added after insert on order_products referencing new table as made
  for each statement execute function order_products_cost();

revoke all on function order_has_no_products_yet(), order_products_cost() from public;
