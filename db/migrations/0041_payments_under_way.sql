-- What a practice has announced and not paid is looked through by people: so many at once, and no more. As before otherwise.
create or replace function tenant.begin_payment(invoice_ids uuid[], amount_cents bigint, mode payment_mode, provider text)
returns table (refusal text, payment_id uuid, reference text)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  practice uuid := tenant.practice_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(invoice_ids) as id);
  left_over bigint := begin_payment.amount_cents;
  owed record;
  there integer := 0;
  payable integer := 0;
  free_cents bigint := 0;
  made uuid;
  place smallint := 0;
begin
  if (tenant.audience() = 'practice' and tenant.sees_invoices() and begin_payment.mode <> 'manual') is not true then
    raise exception 'a practice pays' using errcode = 'insufficient_privilege';
  end if;
  -- Those that begin at once are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('payments/' || brand || '/' || practice, 0));
  for owed in
    select i.status, i.type, i.due_cents - i.pending_cents as free_cents from invoices i
    where i.brand_id = brand and i.practice_id = practice and i.id = any(asked) order by i.id for no key update
  loop
    there := there + 1;
    if owed.status in ('payable', 'validated') and owed.type in ('invoice', 'initialBalance') and owed.free_cents > 0 then
      payable := payable + 1;
      free_cents := free_cents + owed.free_cents;
    end if;
  end loop;
  refusal := case
    when there = 0 or there < cardinality(asked) then 'not_found'
    when payable < there then 'not_payable'
    when left_over < 100 then 'amount_too_small'
    when left_over > free_cents then 'amount_above_due'
    when (select count(*) from payments p
      where p.brand_id = brand and p.practice_id = practice and p.status = 'pending') >= 50 then 'too_many_under_way'
  end;
  if refusal is not null then
    return next;
    return;
  end if;

  insert into payments as made_payment (brand_id, practice_id, mode, amount_cents, provider, reference, created_by)
    values (brand, practice, begin_payment.mode, left_over, begin_payment.provider, tenant.new_payment_reference(brand),
      tenant.user_id())
    returning made_payment.id, made_payment.reference into made, reference;
  for owed in
    select i.id, i.due_cents - i.pending_cents as free_cents from invoices i
    where i.brand_id = brand and i.id = any(asked) order by i.due_on, i.issued_on, i.number, i.id
  loop
    exit when left_over = 0;
    place := place + 1;
    insert into payment_holds (brand_id, practice_id, payment_id, invoice_id, position, cents)
      values (brand, practice, made, owed.id, place, least(left_over, owed.free_cents));
    left_over := left_over - least(left_over, owed.free_cents);
  end loop;
  payment_id := made;
  return next;
end $$;
