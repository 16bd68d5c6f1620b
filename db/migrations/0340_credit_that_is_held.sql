-- What is in favour is what was locked, and nothing that came since: who does the books may be at that. As before otherwise.
create or replace function tenant.spend_credit(invoice_ids uuid[]) returns table (refusal text, spent_cents bigint)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  practice uuid := tenant.practice_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(invoice_ids) as id);
  held uuid[];
  there integer;
  payable integer;
  in_favour record;
begin
  if (tenant.audience() = 'practice' and tenant.sees_invoices()) is not true then
    raise exception 'a practice spends its credit' using errcode = 'insufficient_privilege';
  end if;
  with locked as (
    select i.id from invoices i where i.brand_id = brand and i.practice_id = practice and (i.due_cents < 0 or i.id = any(asked))
      order by i.id for no key update)
  select coalesce(array_agg(id), '{}') into held from locked;
  select count(*), count(*) filter (where i.status in ('payable', 'validated')
      and i.type in ('invoice', 'initialBalance') and i.due_cents > i.pending_cents)
    into there, payable
    from invoices i where i.brand_id = brand and i.practice_id = practice and i.id = any(asked) and i.id = any(held);
  spent_cents := 0;
  if there = 0 or there < cardinality(asked) then
    refusal := 'not_found';
  elsif payable = there then
    for in_favour in
      select i.id, -i.due_cents as cents from invoices i
      where i.brand_id = brand and i.practice_id = practice and i.due_cents < 0 and i.id = any(held) and not exists (
        select from payments p where p.brand_id = brand and p.id = i.payment_id and p.disputed_at is not null)
      order by i.issued_on, i.number, i.id
    loop
      spent_cents := spent_cents + in_favour.cents - tenant.allocate(brand, in_favour.id, asked, in_favour.cents);
    end loop;
  end if;
  if refusal is null and spent_cents = 0 then
    refusal := 'nothing_open';
  end if;
  return next;
end $$;
