-- A piece is the sum of its lines, and its VAT that of its rates: judged when it is committed, since lines come after it. A
-- plan from before there were any lines would read them all for each piece.
create function invoice_sums_up() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan to off as $$
begin
  if not exists (
      select 1
      from (
        select vat, vat_rate, sum(net_cents) as net from invoice_lines
        where brand_id = new.brand_id and invoice_id = new.id group by vat, vat_rate) l
      full join (
        select vat, vat_rate, base_cents, tax_cents from invoice_taxes
        where brand_id = new.brand_id and invoice_id = new.id) t
      on t.vat = l.vat and t.vat_rate = l.vat_rate
      having coalesce(sum(l.net), 0) = new.net_cents and coalesce(sum(t.tax_cents), 0) = new.vat_cents
        and bool_and(t.base_cents is not distinct from l.net) is not false) then
    raise exception 'a piece is the sum of its lines'
      using errcode = 'check_violation', constraint = 'invoices__sum', table = 'invoices';
  end if;
  return null;
end $$;
create constraint trigger sums_up after insert on invoices deferrable initially deferred for each row
  when (new.type in ('invoice', 'pro_forma', 'credit')) execute function invoice_sums_up();

-- And stays it: nothing comes to a piece that is whole.
create function invoice_lines_sum_up() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan to off as $$
begin
  if exists (
      select from (select distinct brand_id, invoice_id from made) m
      join invoices i on i.brand_id = m.brand_id and i.id = m.invoice_id
      cross join lateral (
        select sum(l.net_cents) as net from invoice_lines l
        where l.brand_id = m.brand_id and l.invoice_id = m.invoice_id) summed
      where summed.net > i.net_cents) then
    raise exception 'more lines than the piece is of'
      using errcode = 'check_violation', constraint = 'invoice_lines__sum', table = 'invoice_lines';
  end if;
  return null;
end $$;
create trigger sum_up after insert on invoice_lines referencing new table as made
  for each statement execute function invoice_lines_sum_up();

create function invoice_taxes_sum_up() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan to off as $$
begin
  if exists (
      select from (select distinct brand_id, invoice_id from made) m
      join invoices i on i.brand_id = m.brand_id and i.id = m.invoice_id
      cross join lateral (
        select sum(t.base_cents) as base, sum(t.tax_cents) as tax from invoice_taxes t
        where t.brand_id = m.brand_id and t.invoice_id = m.invoice_id) summed
      where summed.base > i.net_cents or summed.tax > i.vat_cents) then
    raise exception 'more VAT than the piece is of'
      using errcode = 'check_violation', constraint = 'invoice_taxes__sum', table = 'invoice_taxes';
  end if;
  return null;
end $$;
create trigger sum_up after insert on invoice_taxes referencing new table as made
  for each statement execute function invoice_taxes_sum_up();

revoke all on function invoice_sums_up(), invoice_lines_sum_up(), invoice_taxes_sum_up() from public;
