-- Where exempt and taxed lines are kept apart and all of a practice's lines cost nothing, they stand on one piece: whoever wants the paper
-- of free work gets one, not two of nothing.
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
        l.order_id, l.order_code, l.patient_code, (
          select (max(e.at) at time zone zone)::date from order_events e
          where e.brand_id = brand and e.order_id = l.order_id and e.status = 'delivered'),
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
