-- The lines of one case are found by its key, whatever PostgreSQL knows of the table: where it had no figures of it yet, it read every
-- delivery of the laboratory for each line (80,000 cases delivered in one transaction did not end).
create or replace function mark_figures(brand uuid, of_order uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into figure_marks (brand_id, month)
    select e.brand_id, date_trunc('month', e.at at time zone b.time_zone)::date
    -- Without `offset 0` the state is looked for with the case, in the index of deliveries.
    from (select brand_id, at, status from order_events where brand_id = brand and order_id = of_order offset 0) e
      join brands b on b.id = e.brand_id
    where e.status = 'delivered' and e.at < now() - interval '1 day'
  on conflict do nothing
$$;
