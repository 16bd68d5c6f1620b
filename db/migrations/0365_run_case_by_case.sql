-- Whose each case of a run is, is read case by case (offset keeps it so), as where its pieces are made: joined, every case of the
-- laboratory was read once a batch.
create or replace function tenant.continue_run(run_id uuid, practices integer default 25)
  returns boolean language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  run billing_runs;
  zone text := (select b.time_zone from brands b where b.id = tenant.brand_id());
  taken uuid[];
  waiting uuid[];
  billable uuid[];
  billed uuid[];
  made uuid[] := '{}';
begin
  perform tenant.refuse_unless_billing();
  perform tenant.hold_billing_settings();
  select * into run from billing_runs r where r.brand_id = brand and r.id = continue_run.run_id;
  taken := array(select w.practice_id from billing_run_practices w
    where w.brand_id = brand and w.run_id = run.id and w.state = 'waiting' limit greatest(continue_run.practices, 1) for update skip locked);
  taken := array(
    select summed.id from (
      select t.id, t.place, sum(counted.cases) over (order by t.place) as cases
      from unnest(taken) with ordinality as t (id, place)
      cross join lateral (
        select count(*) as cases from orders o
        where o.brand_id = brand and o.practice_id = t.id and o.status = 'delivered') counted) summed
    where summed.place = 1 or summed.cases <= 1000);
  if taken = '{}' then
    return false;
  end if;
  -- Which have been locked is what the locking says: what is delivered a moment later waits for the next run.
  waiting := array(
    select o.id from orders o where o.brand_id = brand and o.practice_id = any(taken) and o.status = 'delivered'
      order by o.id for no key update);
  waiting := array(
    select id from unnest(waiting) as id
    where (select (max(e.at) at time zone zone)::date from order_events e
      where e.brand_id = brand and e.order_id = id and e.status = 'delivered') <= run.until_on);
  waiting := array(
    select id from unnest(waiting) as id
    except
    select b.order_id from invoice_orders b
    where b.brand_id = brand and b.order_id = any(waiting) and b.is_current and b.type in ('invoice', 'pro_forma'));
  select coalesce(array_agg(priced.id), '{}'), coalesce(array_agg(priced.id) filter (where priced.owed > 0), '{}')
    into billable, billed
    from (
      select l.order_id as id, sum(sum(l.net_cents)) over (partition by o.practice_id) as owed
      from billable_lines(brand, waiting, 0) l
      cross join lateral (select o.practice_id from orders o where o.brand_id = brand and o.id = l.order_id offset 0) o
      group by l.order_id, o.practice_id having bool_and(l.net_cents is not null and l.vat is not null)) priced;
  if billed <> '{}' then
    made := tenant.make_pieces(brand, billed, run.type, 0, true);
  end if;
  update billing_run_practices w set state = 'done', pieces = of_practice.pieces, amount_cents = of_practice.amount_cents,
      unpriced = (select count(*) from orders o
        where o.brand_id = brand and o.practice_id = w.practice_id and o.id = any(waiting) and o.id <> all(billable))
    from (
      select t.id, count(i.id) as pieces, coalesce(sum(i.amount_cents), 0) as amount_cents
      from unnest(taken) as t (id)
      left join invoices i on i.brand_id = brand and i.id = any(made) and i.practice_id = t.id
      group by t.id) of_practice
    where w.brand_id = brand and w.run_id = run.id and w.practice_id = of_practice.id;
  return true;
end $$;
