-- Two equal lines of a file may be recorded for one announcement. Each is told from the other by the payment that it has made, not by its
-- amount. See decision 0206.

-- The payment that this line was recorded as: what came for an announcement came at the very moment at which its line was recorded. Of equal
-- lines recorded in one press the first stands for the first payment, the second for the second: which of them is no matter. A line that only
-- said of what was here that the bank has it, too, is that payment's.
create function paid_by_line(brand uuid, entry text) returns uuid
language plpgsql stable strict set search_path = pg_catalog, public, pg_temp as $$
declare
  line payment_events;
  own payments;
  place integer;
  made uuid;
begin
  select * into line from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
  select * into own from payments p where p.brand_id = brand and p.id = line.payment_id;
  if own.mode is distinct from 'transfer' then
    return own.id;
  end if;
  select count(*) into place from payment_events e
    where e.brand_id = brand and e.payment_id = own.id and e.provider = 'bank' and e.event_id ~ '^[0-9a-f]{64}$'
      and e.created_at = line.created_at and e.amount_cents = line.amount_cents and e.id <= line.id;
  select p.id into made from payments p
    where p.brand_id = brand and p.practice_id = own.practice_id and p.settled_at = line.created_at and p.amount_cents = line.amount_cents
      and (p.id = own.id
        or p.mode = 'manual' and p.created_at = line.created_at and split_part(p.note, ' ', 1) = own.reference)
    order by p.id <> own.id, p.id offset place - 1 limit 1;
  return coalesce(made, own.id);
end $$;
revoke all on function paid_by_line(uuid, text) from public;
grant execute on function paid_by_line(uuid, text) to arcade_app;

-- Whether a line of a bank's file has said of this payment that it came; of an announced one that came otherwise the file says it for that.
create or replace function is_in_file(brand uuid, payment uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return exists (
  select from payments p join payment_events e on e.brand_id = p.brand_id
  where p.brand_id = is_in_file.brand and p.id = is_in_file.payment and e.provider = 'bank' and e.event_id ~ '^[0-9a-f]{64}$'
    and e.payment_id = any(array[p.id, (
      select a.id from payments a where a.brand_id = p.brand_id and a.mode = 'transfer' and a.reference = split_part(p.note, ' ', 1))])
    and paid_by_line(e.brand_id, e.event_id) = p.id);

-- Whether all that this line of a file was said to be has been taken back as a mistake: the money it speaks of is nowhere then. Of several
-- that were claimed together, each.
create or replace function line_is_free(brand uuid, entry text) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return (
  select coalesce(bool_and(came_cents(brand, said.id) = 0), false)
  from payment_events e cross join lateral (
    select paid_by_line(e.brand_id, e.event_id) as id
    union all
    select o.payment_id from payments p join payment_events o on o.brand_id = p.brand_id and o.payment_id = p.id
    -- Most lines stand for one payment: whatever else its practice has paid is looked at only where that was taken back.
    where came_cents(brand, paid_by_line(e.brand_id, e.event_id)) = 0 and p.brand_id = e.brand_id and p.practice_id = e.practice_id
      and o.provider = 'bank' and o.event_id = encode(sha256(convert_to(line_is_free.entry || '/' || p.id, 'UTF8')), 'hex')) said
  where e.brand_id = line_is_free.brand and e.provider = 'bank' and e.event_id = line_is_free.entry);
