-- `invoices__one_first_balance` has taken its place.
alter table invoices drop constraint invoices__one_initial_balance;

-- `stands` is what whoever corrects it has seen: of two at once the second is told. What the correction takes away is set against
-- what is still open of it; what was paid already lies in the practice's favour from then on.
create function tenant.correct_initial_balance(practice uuid, stands bigint, amount_cents bigint, reason text)
returns table (refusal text, invoice_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  first_id uuid;
  total bigint;
  of_before uuid[];
  in_favour record;
begin
  perform tenant.refuse_unless_billing();
  perform from practices p where p.brand_id = brand and p.id = practice for no key update;
  with locked as (
    select i.id, i.amount_cents, i.corrects_id from invoices i
    where i.brand_id = brand and i.practice_id = practice and i.type = 'initialBalance' order by i.id for no key update)
  select array_agg(id), sum(amount_cents), (array_agg(id) filter (where corrects_id is null))[1]
    into of_before, total, first_id from locked;
  refusal := case
    when first_id is null then 'not_found'
    when total <> stands or amount_cents = total then 'changed_meanwhile'
  end;
  if refusal is not null then
    return next;
    return;
  end if;
  insert into invoices as made (brand_id, practice_id, type, amount_cents, corrects_id, reason, created_by)
    values (brand, practice, 'initialBalance', correct_initial_balance.amount_cents - total, first_id,
      nullif(correct_initial_balance.reason, ''), tenant.user_id())
    returning made.id into invoice_id;
  perform tenant.add_parties(brand, invoice_id);
  for in_favour in
    select i.id, -i.due_cents as cents from invoices i
    where i.brand_id = brand and i.id = any(of_before || invoice_id) and i.due_cents < 0 order by i.number
  loop
    perform tenant.allocate(brand, in_favour.id, of_before || invoice_id, in_favour.cents);
  end loop;
  return next;
end $$;
revoke all on function tenant.correct_initial_balance(uuid, bigint, bigint, text) from public;
grant execute on function tenant.correct_initial_balance(uuid, bigint, bigint, text) to arcade_app;
