-- Money that goes back for what a piece of the laboratory has taken off: 0418 reopened whatever the payment had paid last, so that of two
-- invoices the one was due again while the credit note of the other stood beside it, and asked for credit notes alone, though an opening
-- balance is corrected by one of its own kind. What is given back is first what was taken off.
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
      or i.type in ('credit', 'initialBalance') and i.corrects_id in (
      select a.debit_id from allocations a where a.brand_id = brand and a.credit_id = receipt.id))
    order by i.id for no key update;
  select * into strict receipt from invoices where brand_id = brand and id = receipt.id;
  update payments set refunded_cents = refunded_cents + returned,
      status = case when refunded_cents + returned = amount_cents then 'refunded' else status end
    where brand_id = brand and id = payment;
  missing := returned + receipt.due_cents;
  for paid in
    with taken as (
      select a.debit_id, sum(a.cents) as cents, max(a.id) as latest from allocations a
      join invoices i on i.brand_id = a.brand_id and i.id = a.debit_id and i.type <> 'paiement'
      where a.brand_id = brand and a.credit_id = receipt.id
      group by a.debit_id having sum(a.cents) > 0
    ), split as (
      select taken.*, least(taken.cents, coalesce((
        select sum(-c.due_cents) from invoices c
        where c.brand_id = brand and c.corrects_id = taken.debit_id and c.type in ('credit', 'initialBalance')
          and c.due_cents < 0), 0)) as credited
      from taken
    )
    select split.debit_id, part.cents from split
    cross join lateral (values (1, split.credited), (2, split.cents - split.credited)) part (turn, cents)
    where part.cents > 0 order by part.turn, split.latest desc
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
  -- What was taken off an invoice is not due again by it: nobody is asked for it a second time. Locked as it is read: one that was issued
  -- since the others were locked may be set against something else at this moment.
  for taken_back in
    select i.id, i.corrects_id, -i.due_cents as cents from invoices i
    where i.brand_id = brand and i.type in ('credit', 'initialBalance') and i.corrects_id = any(reopened) and i.due_cents < 0
    order by i.issued_on, i.number, i.id for no key update
  loop
    perform tenant.allocate(brand, taken_back.id, array[taken_back.corrects_id], taken_back.cents);
  end loop;
end $$;
