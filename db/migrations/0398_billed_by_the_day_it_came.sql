-- The day of a delivery is that of the first line that says so and stands, as lists and figures have it; by the last one, a note to a
-- delivered case, or the answer to a request about it, brought its invoice into another month.
create function delivered_on(brand uuid, of_order uuid, zone text) returns date
language sql stable set search_path = pg_catalog, public, pg_temp
return (
  select (min(e.at) at time zone zone)::date from order_events e
  where e.brand_id = brand and e.order_id = of_order and e.status = 'delivered' and not exists (
    select from order_events void
    where void.brand_id = e.brand_id and void.order_id = e.order_id
      and void.takes_back <= e.sequence and void.sequence > e.sequence));
revoke all on function delivered_on(uuid, uuid, text) from public;
grant execute on function delivered_on(uuid, uuid, text) to arcade_app;

create or replace function tenant.begin_run(until_on date, practice_ids uuid[]) returns uuid
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(practice_ids) as id);
  zone text := (select b.time_zone from brands b where b.id = tenant.brand_id());
  made uuid;
begin
  perform tenant.refuse_unless_billing();
  if (select count(*) from practices p where p.brand_id = brand and p.id = any(asked)) < cardinality(asked) then
    return null;
  end if;
  insert into billing_runs as run (brand_id, until_on, type, created_by)
    values (brand, begin_run.until_on, case when coalesce(
        (select s.asks_approval from billing_settings s where s.brand_id = brand), false)
      then 'pro_forma' else 'invoice' end::invoice_type, tenant.user_id())
    returning run.id into made;
  insert into billing_run_practices (brand_id, run_id, practice_id)
    select brand, made, p.id from practices p
    where p.brand_id = brand and (asked = '{}' or p.id = any(asked)) and exists (
      select from orders o
      where o.brand_id = brand and o.practice_id = p.id and o.status = 'delivered' and not is_billed(o.brand_id, o.id)
        and ((o.total_cents = 0 or o.total_cents is null and o.remake_of is not null)
          and costs_nothing(o.brand_id, o.id)) is not true
        and delivered_on(brand, o.id, zone) <= begin_run.until_on
      offset 0)
    order by p.id for key share of p;
  return made;
end $$;

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
    where delivered_on(brand, id, zone) <= run.until_on);
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

create or replace function tenant.make_pieces_with(
  brand uuid, order_ids uuid[], as_type invoice_type, discount integer, is_released boolean, vats vat_category[])
returns uuid[]
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  pieces uuid[];
  due_on date := today_of(brand) + coalesce((select s.payment_days from billing_settings s where s.brand_id = brand), 30);
  zone text := (select b.time_zone from brands b where b.id = brand);
begin
  with lines as materialized (
    select * from (
      select o.practice_id, l.*, coalesce(
        case when sum(l.net_cents) over (partition by o.practice_id, l.vat) = 0
          then coalesce(max(l.vat) filter (where l.net_cents > 0) over (partition by o.practice_id),
            min(l.vat) over (partition by o.practice_id)) end, l.vat) as goes_with
      from billable_lines(brand, order_ids, discount) l
      -- Case by case (offset keeps it so): joined, all that was ever ordered is read.
      cross join lateral (select o.practice_id from orders o where o.brand_id = brand and o.id = l.order_id offset 0) o) placed
    where goes_with = any(vats)
  ), pieces_made as (
    insert into invoices as piece (brand_id, practice_id, type, due_on, net_cents, vat_cents, amount_cents, decision, created_by)
      select brand, p.id, as_type, due_on, sums.net, sums.tax, sums.net + sums.tax,
        case when as_type = 'pro_forma' then 'to_validate' when is_released then 'released' else 'validated' end::invoice_decision,
        tenant.user_id()
      from (
        select practice_id, sum(net) as net, sum(tax) as tax
        from (
          select practice_id, sum(net_cents) as net, round(sum(net_cents) * vat_rate / 10000.0) as tax
          from lines group by practice_id, vat_rate) by_rate
        group by practice_id) sums
      join practices p on p.brand_id = brand and p.id = sums.practice_id
      order by p.name collate natural_order, p.id
      returning piece.practice_id, piece.id
  ), lines_made as (
    insert into invoice_lines (brand_id, practice_id, invoice_id, position, order_id, order_code, patient_code, delivered_on,
        reference, label_fr, label_en, quantity, unit_price_cents, discount_cents, vat, vat_rate)
      select brand, l.practice_id, piece.id,
        row_number() over (partition by l.practice_id order by l.order_code collate natural_order, l.case_sequence),
        l.order_id, l.order_code, l.patient_code, delivered_on(brand, l.order_id, zone),
        l.reference, l.label_fr, l.label_en, l.quantity, l.unit_price_cents, l.discount_cents, l.vat, l.vat_rate
      from lines l join pieces_made piece on piece.practice_id = l.practice_id
  ), orders_noted as (
    insert into invoice_orders (brand_id, practice_id, invoice_id, order_id, type, vat)
      select distinct brand, l.practice_id, piece.id, l.order_id, as_type, l.vat
      from lines l join pieces_made piece on piece.practice_id = l.practice_id)
  select array_agg(piece.id) into pieces from pieces_made piece;
  perform tenant.add_taxes_of(brand, pieces), tenant.add_parties_of(brand, pieces);
  return pieces;
end $$;
