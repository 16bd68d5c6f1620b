-- Money that goes back for what a credit note has taken off a paid invoice: until now the invoice was due again, beside a credit note
-- that nothing was set against, and the practice was asked to pay it once more.
create or replace function tenant.return_payment(brand uuid, payment uuid, returned bigint, returned_as payment_return) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
declare
  receipt invoices;
  back uuid;
  paid record;
  missing bigint;
  reopened uuid[] := '{}';
  taken_back record;
begin
  select * into strict receipt from invoices
    where brand_id = brand and payment_id = payment and amount_cents < 0;
  perform from invoices i
    where i.brand_id = brand and (i.id = receipt.id or i.id in (
      select a.debit_id from allocations a where a.brand_id = brand and a.credit_id = receipt.id)
      or i.type = 'credit' and i.corrects_id in (
      select a.debit_id from allocations a where a.brand_id = brand and a.credit_id = receipt.id))
    order by i.id for no key update;
  select * into strict receipt from invoices where brand_id = brand and id = receipt.id;
  update payments set refunded_cents = refunded_cents + returned,
      status = case when refunded_cents + returned = amount_cents then 'refunded' else status end
    where brand_id = brand and id = payment;
  missing := returned + receipt.due_cents;
  for paid in
    select a.debit_id, sum(a.cents) as cents from allocations a
    join invoices i on i.brand_id = a.brand_id and i.id = a.debit_id and i.type <> 'paiement'
    where a.brand_id = brand and a.credit_id = receipt.id
    group by a.debit_id having sum(a.cents) > 0 order by max(a.id) desc
  loop
    exit when missing <= 0;
    insert into allocations (brand_id, practice_id, credit_id, debit_id, cents, created_by)
      values (brand, receipt.practice_id, receipt.id, paid.debit_id, -least(missing, paid.cents), tenant.user_id());
    missing := missing - least(missing, paid.cents);
    reopened := reopened || paid.debit_id;
  end loop;
  insert into invoices (brand_id, practice_id, type, amount_cents, payment_id, corrects_id, created_by, returned_as)
    values (brand, receipt.practice_id, 'paiement', returned, payment, receipt.id, tenant.user_id(), return_payment.returned_as)
    returning id into back;
  insert into allocations (brand_id, practice_id, credit_id, debit_id, cents, created_by)
    values (brand, receipt.practice_id, receipt.id, back, returned, tenant.user_id());
  -- What a credit note has taken back of an invoice is not due again by it: nobody is asked for it a second time.
  for taken_back in
    select i.id, i.corrects_id, -i.due_cents as cents from invoices i
    where i.brand_id = brand and i.type = 'credit' and i.corrects_id = any(reopened) and i.due_cents < 0
    order by i.issued_on, i.number, i.id
  loop
    perform tenant.allocate(brand, taken_back.id, array[taken_back.corrects_id], taken_back.cents);
  end loop;
end $$;
