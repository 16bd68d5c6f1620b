-- Of a line that an invoice does not have, nothing was taken back before: it is not found. As before otherwise.
create or replace function tenant.credit(invoice_id uuid, positions smallint[], reason text)
returns table (refusal text, credit_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  corrected invoices;
  taken_back smallint[];
begin
  perform tenant.refuse_unless_billing();
  select * into corrected from invoices i where i.brand_id = brand and i.id = credit.invoice_id for no key update;
  select coalesce(array_agg(l.position), '{}') into taken_back from invoice_lines l
    where l.brand_id = brand and l.invoice_id = corrected.id
      and (l.position = any(credit.positions) or credit.positions = '{}' and not exists (
        select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = l.invoice_id
          and c.credited_position = l.position));
  refusal := case
    when corrected.id is null then 'not_found'
    when corrected.type <> 'invoice' then 'not_creditable'
    when cardinality(taken_back) < (select count(distinct position) from unnest(credit.positions) as position)
      then 'not_found'
    when cardinality(taken_back) = 0 or exists (
      select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = corrected.id
        and c.credited_position = any(taken_back)) then 'credited_already'
  end;
  if refusal is null then
    credit_id := tenant.copy_piece(corrected.id, 'credit', taken_back, credit.reason);
    perform tenant.allocate(brand, credit_id, array[corrected.id], corrected.amount_cents);
    -- Work of which nothing is owed any more can be billed anew.
    update invoice_orders b set is_current = false
      where b.brand_id = brand and b.invoice_id = corrected.id and not exists (
        select from invoice_lines l
        where l.brand_id = brand and l.invoice_id = corrected.id and l.order_id = b.order_id and l.vat = b.vat
          and not exists (select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = l.invoice_id
            and c.credited_position = l.position));
  end if;
  return next;
end $$;
