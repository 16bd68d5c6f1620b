-- Of a credit note by rate: what VAT on all that has been credited so far is more than what was credited of it. Rounded anew for
-- each, three credits of a line each would give back a cent more or less than the invoice asked.
create function tenant.credited_tax(brand uuid, source uuid, rate smallint, base bigint) returns bigint
language sql stable set search_path = pg_catalog, public, pg_temp
begin atomic
  select greatest(0, round((coalesce(sum(t.base_cents), 0) + base) * rate / 10000.0) - coalesce(sum(t.tax_cents), 0))::bigint
  from invoices c
  join invoice_taxes t on t.brand_id = c.brand_id and t.invoice_id = c.id and t.vat_rate = rate
  where c.brand_id = brand and c.corrects_id = source and c.type = 'credit';
end;
revoke all on function tenant.credited_tax(uuid, uuid, smallint, bigint) from public;

-- A copy with lines of another piece, as they were.
create or replace function tenant.copy_piece(source uuid, as_type invoice_type, positions smallint[], why text) returns uuid
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  of_source invoices;
  piece uuid := gen_random_uuid();
  days integer := coalesce((select s.payment_days from billing_settings s where s.brand_id = brand), 30);
begin
  select * into strict of_source from invoices where brand_id = brand and id = source;
  insert into invoices (brand_id, practice_id, id, type, due_on, net_cents, vat_cents, amount_cents, corrects_id, reason,
      created_by)
    select brand, of_source.practice_id, piece, as_type,
      today_of(brand) + case as_type when 'credit' then 0 else days end, sum(net), sum(tax),
      case as_type when 'credit' then -1 else 1 end * (sum(net) + sum(tax)), source, nullif(why, ''), tenant.user_id()
    from (
      select net, case as_type when 'credit' then tenant.credited_tax(brand, source, vat_rate, net)
        else round(net * vat_rate / 10000.0) end as tax
      from (
        select vat_rate, sum(net_cents)::bigint as net
        from invoice_lines where brand_id = brand and invoice_id = source and position = any(positions)
        group by vat_rate) of_lines) by_rate;
  insert into invoice_lines (brand_id, practice_id, invoice_id, position, order_id, order_code, patient_code, delivered_on,
      reference, label_fr, label_en, quantity, unit_price_cents, discount_cents, vat, vat_rate, credited_invoice_id,
      credited_position)
    select l.brand_id, l.practice_id, piece, row_number() over (order by l.position), l.order_id, l.order_code,
      l.patient_code, l.delivered_on, l.reference, l.label_fr, l.label_en, l.quantity, l.unit_price_cents, l.discount_cents,
      l.vat, l.vat_rate,
      case as_type when 'credit' then source end, case as_type when 'credit' then l.position end
    from invoice_lines l
    where l.brand_id = brand and l.invoice_id = source and l.position = any(positions);
  insert into invoice_orders (brand_id, practice_id, invoice_id, order_id, type, vat)
    select distinct l.brand_id, l.practice_id, l.invoice_id, l.order_id, as_type, l.vat
    from invoice_lines l where l.brand_id = brand and l.invoice_id = piece and l.order_id is not null;
  perform tenant.add_taxes_of(brand, array[piece]);
  perform tenant.add_parties(brand, piece);
  return piece;
end $$;

-- Of many pieces in one statement: one for each was half of what a run costs.
create function tenant.add_taxes_of(brand uuid, pieces uuid[]) returns void
language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into invoice_taxes (brand_id, practice_id, invoice_id, vat, vat_rate, base_cents, tax_cents, exemption_code,
      exemption_reason)
    select l.brand_id, l.practice_id, l.invoice_id, l.vat, l.vat_rate, l.net,
      case i.type when 'credit' then tenant.credited_tax(l.brand_id, i.corrects_id, l.vat_rate, l.net)
        else round(l.net * l.vat_rate / 10000.0) end,
      why.code, why.reason
    from (
      select brand_id, practice_id, invoice_id, vat, vat_rate, sum(net_cents)::bigint as net
      from invoice_lines
      where brand_id = brand and invoice_id = any(pieces)
      group by brand_id, practice_id, invoice_id, vat, vat_rate) l
    join invoices i on i.brand_id = l.brand_id and i.id = l.invoice_id
    left join billing_settings s on s.brand_id = l.brand_id
    -- A credit note is exempt for the reason of what it takes back.
    left join invoice_taxes earlier
      on earlier.brand_id = l.brand_id and earlier.invoice_id = i.corrects_id and earlier.vat = l.vat and i.type = 'credit'
    cross join lateral (
      select earlier.exemption_code as code, earlier.exemption_reason as reason where earlier.vat = 'exempt'
      union all
      select 'VATEX-FR-FRANCHISE', 'TVA non applicable, art. 293 B du CGI'
        where earlier.vat is null and l.vat = 'exempt' and s.is_vat_exempt
      union all
      select 'VATEX-FR-CGI261-4', 'Exonération de TVA, art. 261, 4, 1° du CGI'
        where earlier.vat is null and l.vat = 'exempt' and s.is_vat_exempt is not true
      union all
      select null, null where l.vat = 'standard') why;
end;
revoke all on function tenant.add_taxes_of(uuid, uuid[]) from public;

create or replace function tenant.add_taxes(brand uuid, piece uuid) returns void
language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  select tenant.add_taxes_of(brand, array[piece]);
end;

create function tenant.add_parties_of(brand uuid, pieces uuid[]) returns void
language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into invoice_parties (brand_id, practice_id, invoice_id, seller, buyer)
    select i.brand_id, i.practice_id, i.id, seller.facts, buyer_of(i.brand_id, i.practice_id)
    from (select seller_of(brand) as facts offset 0) seller
    join invoices i on i.brand_id = brand and i.id = any(pieces)
    on conflict do nothing;
end;
revoke all on function tenant.add_parties_of(uuid, uuid[]) from public;

-- Of an invoice VAT is its rate of what it taxes. Of a credit note it is that but for a cent, or for as many as earlier ones were
-- rounded by, each for itself; never an euro, which the norm (BR-CO-17) refuses.
create function invoice_taxes_reckoned() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
      select from made t
      join invoices i on i.brand_id = t.brand_id and i.id = t.invoice_id
      where t.tax_cents <> round(t.base_cents * t.vat_rate / 10000.0) and i.type <> 'credit') then
    raise exception 'VAT is its rate of what it taxes'
      using errcode = 'check_violation', constraint = 'invoice_taxes__tax', table = 'invoice_taxes';
  end if;
  return null;
end $$;
revoke all on function invoice_taxes_reckoned() from public;
create trigger reckoned after insert on invoice_taxes referencing new table as made
  for each statement execute function invoice_taxes_reckoned();
alter table invoice_taxes drop constraint invoice_taxes__tax,
  add constraint invoice_taxes__near check (abs(tax_cents - base_cents * vat_rate / 10000.0) < 100) not valid;

-- A run costs what it does, and not what was planned for a laboratory that had billed nothing yet.
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
    select o.practice_id, l.* from billable_lines(brand, order_ids, discount) l
    join orders o on o.brand_id = brand and o.id = l.order_id
    where l.vat = any(vats)
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

-- Plans are kept as long as a connection: one from before there was any invoice reads them all, for each line and more with each
-- practice.
alter function tenant.continue_run(uuid, integer) set enable_seqscan to off;

-- Told by the invoice itself, to those who may see invoices, and to nobody that something of the case has changed.
create or replace function tenant.mark_all_invoiced(brand uuid, order_ids uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  was_quiet text := coalesce(current_setting('changes.quiet', true), '');
begin
  perform set_config('changes.quiet', 'on', true);
  with moved as (
    update orders o set status = 'invoiced'
      where o.brand_id = brand and o.id = any(order_ids) and o.status = 'delivered' returning o.practice_id, o.id)
  insert into order_events (brand_id, practice_id, order_id, sequence, status)
    select brand, m.practice_id, m.id, 1 + coalesce((
        select e.sequence from order_events e
        where e.brand_id = brand and e.order_id = m.id order by e.sequence desc limit 1), 0), 'invoiced'
    from moved m;
  perform set_config('changes.quiet', was_quiet, true);
end $$;
