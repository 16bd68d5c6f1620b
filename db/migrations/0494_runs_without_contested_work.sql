-- A run leaves contested work out, unless whoever begins it says otherwise: what is billed for a case whose problem nobody has answered
-- comes back as a question. How many it left is written beside those without a price. Runs that were begun before, and those that a
-- process of the release before begins, take it, as their preview said.
alter table billing_runs add column takes_contested boolean not null default true;
alter table billing_run_practices add column contested integer not null default 0;

create function tenant.begin_run(until_on date, practice_ids uuid[], takes_contested boolean) returns uuid
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
  insert into billing_runs as run (brand_id, until_on, type, created_by, takes_contested)
    values (brand, begin_run.until_on, case when coalesce(
        (select s.asks_approval from billing_settings s where s.brand_id = brand), false)
      then 'pro_forma' else 'invoice' end::invoice_type, tenant.user_id(), begin_run.takes_contested)
    returning run.id into made;
  insert into billing_run_practices (brand_id, run_id, practice_id)
    select brand, made, p.id from practices p
    where p.brand_id = brand and (asked = '{}' or p.id = any(asked)) and exists (
      select from orders o
      where o.brand_id = brand and o.practice_id = p.id and o.status = 'delivered' and not is_billed(o.brand_id, o.id)
        and ((o.total_cents = 0 or o.total_cents is null and o.remake_of is not null)
          and costs_nothing(o.brand_id, o.id)) is not true
        and delivered_on(brand, o.id, zone) <= begin_run.until_on
      offset 0)
    order by p.id for key share of p;
  return made;
end $$;

create or replace function tenant.begin_run(until_on date, practice_ids uuid[]) returns uuid
language sql volatile strict set search_path = pg_catalog, public, pg_temp as $$
  select tenant.begin_run(until_on, practice_ids, true)
$$;
revoke all on function tenant.begin_run(date, uuid[], boolean) from public;
grant execute on function tenant.begin_run(date, uuid[], boolean) to arcade_app;

create or replace function tenant.continue_run(run_id uuid, practices integer default 25)
  returns boolean language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  run billing_runs;
  zone text := (select b.time_zone from brands b where b.id = tenant.brand_id());
  taken uuid[];
  waiting uuid[];
  left_out uuid[] := '{}';
  billable uuid[];
  billed uuid[];
  made uuid[] := '{}';
begin
  perform tenant.refuse_unless_billing();
  perform tenant.hold_billing_settings();
  select * into run from billing_runs r where r.brand_id = brand and r.id = continue_run.run_id;
  taken := array(select w.practice_id from billing_run_practices w
    where w.brand_id = brand and w.run_id = run.id and w.state = 'waiting' limit greatest(continue_run.practices, 1) for update skip locked);
  taken := array(
    select summed.id from (
      select t.id, t.place, sum(counted.cases) over (order by t.place) as cases
      from unnest(taken) with ordinality as t (id, place)
      cross join lateral (
        select count(*) as cases from orders o
        where o.brand_id = brand and o.practice_id = t.id and o.status = 'delivered') counted) summed
    where summed.place = 1 or summed.cases <= 1000);
  if taken = '{}' then
    return false;
  end if;
  -- Which have been locked is what the locking says: what is delivered a moment later waits for the next run.
  waiting := array(
    select o.id from orders o where o.brand_id = brand and o.practice_id = any(taken) and o.status = 'delivered'
      order by o.id for no key update);
  waiting := array(
    select id from unnest(waiting) as id
    where delivered_on(brand, id, zone) <= run.until_on);
  waiting := array(
    select id from unnest(waiting) as id
    except
    select b.order_id from invoice_orders b
    where b.brand_id = brand and b.order_id = any(waiting) and b.is_current and b.type in ('invoice', 'pro_forma'));
  if not run.takes_contested then
    left_out := array(select o.id from orders o where o.brand_id = brand and o.id = any(waiting) and 'open' = any(o.problem_states));
    waiting := array(select id from unnest(waiting) as id where id <> all(left_out));
  end if;
  select coalesce(array_agg(priced.id), '{}'), coalesce(array_agg(priced.id) filter (where priced.owed > 0), '{}')
    into billable, billed
    from (
      select l.order_id as id, sum(sum(l.net_cents)) over (partition by o.practice_id) as owed
      from billable_lines(brand, waiting, 0) l
      cross join lateral (select o.practice_id from orders o where o.brand_id = brand and o.id = l.order_id offset 0) o
      group by l.order_id, o.practice_id having bool_and(l.net_cents is not null and l.vat is not null)) priced;
  if billed <> '{}' then
    made := tenant.make_pieces(brand, billed, run.type, 0, true);
  end if;
  update billing_run_practices w set state = 'done', pieces = of_practice.pieces, amount_cents = of_practice.amount_cents,
      unpriced = (select count(*) from orders o
        where o.brand_id = brand and o.practice_id = w.practice_id and o.id = any(waiting) and o.id <> all(billable)),
      contested = (select count(*) from orders o
        where o.brand_id = brand and o.practice_id = w.practice_id and o.id = any(left_out)
          and ((o.total_cents = 0 or o.total_cents is null and o.remake_of is not null)
            and costs_nothing(o.brand_id, o.id)) is not true)
    from (
      select t.id, count(i.id) as pieces, coalesce(sum(i.amount_cents), 0) as amount_cents
      from unnest(taken) as t (id)
      left join invoices i on i.brand_id = brand and i.id = any(made) and i.practice_id = t.id
      group by t.id) of_practice
    where w.brand_id = brand and w.run_id = run.id and w.practice_id = of_practice.id;
  return true;
end $$;
