-- Priced at nothing and with the VAT of each line known: it goes with the next invoice, and asks for none. What lacks its VAT can go on
-- no invoice, and somebody has to say it.
create function costs_nothing(brand uuid, of_order uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return (
  select coalesce(bool_and(l.net_cents is not distinct from 0 and l.vat is not null), false)
  from billable_lines(brand, array[of_order], 0) l);
revoke all on function costs_nothing(uuid, uuid) from public;
grant execute on function costs_nothing(uuid, uuid) to arcade_app;

-- In a run is who has something to bill until its day, as the list before it says; no longer whoever has anything delivered. Of each
-- practice no more is read than the first such case (offset keeps it so).
create or replace function tenant.begin_run(until_on date, practice_ids uuid[]) returns uuid
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(practice_ids) as id);
  zone text := (select b.time_zone from brands b where b.id = tenant.brand_id());
  made uuid;
begin
  perform tenant.refuse_unless_billing();
  if (select count(*) from practices p where p.brand_id = brand and p.id = any(asked)) < cardinality(asked) then
    return null;
  end if;
  insert into billing_runs as run (brand_id, until_on, type, created_by)
    values (brand, begin_run.until_on, case when coalesce(
        (select s.asks_approval from billing_settings s where s.brand_id = brand), false)
      then 'pro_forma' else 'invoice' end::invoice_type, tenant.user_id())
    returning run.id into made;
  insert into billing_run_practices (brand_id, run_id, practice_id)
    select brand, made, p.id from practices p
    where p.brand_id = brand and (asked = '{}' or p.id = any(asked)) and exists (
      select from orders o
      where o.brand_id = brand and o.practice_id = p.id and o.status = 'delivered' and not is_billed(o.brand_id, o.id)
        and ((o.total_cents = 0 or o.total_cents is null and o.remake_of is not null)
          and costs_nothing(o.brand_id, o.id)) is not true
        and (select (max(e.at) at time zone zone)::date from order_events e
          where e.brand_id = brand and e.order_id = o.id and e.status = 'delivered') <= begin_run.until_on
      offset 0)
    order by p.id for key share of p;
  return made;
end $$;
