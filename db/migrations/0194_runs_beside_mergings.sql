-- As before; a practice that goes into another one in this very moment is waited for, in the order in which that is done, and
-- left out: the run begins all the same.
create or replace function tenant.begin_run(until_on date, practice_ids uuid[]) returns uuid
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(practice_ids) as id);
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
      select from orders o where o.brand_id = brand and o.practice_id = p.id and o.status = 'delivered')
    order by p.id for key share of p;
  return made;
end $$;
