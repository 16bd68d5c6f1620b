-- needs 0028_billing.sql
-- A run bills many practices at a time: what each statement costs by itself (its plan, its policies) it costs for all of them.

-- Looked up case by case (offset keeps it so): joined, a plan from before there was anything reads all that was ever billed.
create function is_billed(brand uuid, of_order uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return exists (
  select from invoice_orders b where b.brand_id = brand and b.order_id = of_order and b.is_current
    and b.type in ('invoice', 'pro_forma') offset 0);
revoke all on function is_billed(uuid, uuid) from public;

-- Said once a practice: who looks at cases refetches, and nobody is told that a case has news.
create function tenant.mark_all_invoiced(brand uuid, order_ids uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  was_quiet text := coalesce(current_setting('changes.quiet', true), '');
  practices uuid[];
begin
  perform set_config('changes.quiet', 'on', true);
  with moved as (
    update orders o set status = 'invoiced'
      where o.brand_id = brand and o.id = any(order_ids) and o.status = 'delivered' returning o.practice_id, o.id),
  said as (
    insert into order_events (brand_id, practice_id, order_id, sequence, status)
      select brand, m.practice_id, m.id, 1 + coalesce((
          select e.sequence from order_events e
          where e.brand_id = brand and e.order_id = m.id order by e.sequence desc limit 1), 0), 'invoiced'
      from moved m)
  select array_agg(distinct m.practice_id) into practices from moved m;
  perform set_config('changes.quiet', was_quiet, true);
  perform pg_notify('changes', brand || '/' || practice || '/orders') from unnest(practices) as practice;
end $$;
revoke all on function tenant.mark_all_invoiced(uuid, uuid[]) from public;

create or replace function tenant.mark_invoiced(brand uuid, practice uuid, order_ids uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.mark_all_invoiced(brand, order_ids);
end $$;

-- Of each practice one piece with its lines of these categories; numbers go by its name.
create function tenant.make_pieces_with(
  brand uuid, order_ids uuid[], as_type invoice_type, discount integer, is_released boolean, vats vat_category[])
returns uuid[]
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  pieces uuid[];
  due_on date := today_of(brand) + coalesce((select s.payment_days from billing_settings s where s.brand_id = brand), 30);
  zone text := (select b.time_zone from brands b where b.id = brand);
begin
  with lines as materialized (
    select o.practice_id, l.* from billable_lines(brand, order_ids, discount) l
    join orders o on o.brand_id = brand and o.id = l.order_id
    where l.vat = any(vats)
  ), pieces_made as (
    insert into invoices as piece (brand_id, practice_id, type, due_on, net_cents, vat_cents, amount_cents, decision, created_by)
      select brand, p.id, as_type, due_on, sums.net, sums.tax, sums.net + sums.tax,
        case when as_type = 'pro_forma' then 'to_validate' when is_released then 'released' else 'validated' end::invoice_decision,
        tenant.user_id()
      from (
        select practice_id, sum(net) as net, sum(tax) as tax
        from (
          select practice_id, sum(net_cents) as net, round(sum(net_cents) * vat_rate / 10000.0) as tax
          from lines group by practice_id, vat_rate) by_rate
        group by practice_id) sums
      join practices p on p.brand_id = brand and p.id = sums.practice_id
      order by p.name collate natural_order, p.id
      returning piece.practice_id, piece.id
  ), lines_made as (
    insert into invoice_lines (brand_id, practice_id, invoice_id, position, order_id, order_code, patient_code, delivered_on,
        reference, label_fr, label_en, quantity, unit_price_cents, discount_cents, vat, vat_rate)
      select brand, l.practice_id, piece.id,
        row_number() over (partition by l.practice_id order by l.order_code collate natural_order, l.case_sequence),
        l.order_id, l.order_code, l.patient_code, (
          select (max(e.at) at time zone zone)::date from order_events e
          where e.brand_id = brand and e.order_id = l.order_id and e.status = 'delivered'),
        l.reference, l.label_fr, l.label_en, l.quantity, l.unit_price_cents, l.discount_cents, l.vat, l.vat_rate
      from lines l join pieces_made piece on piece.practice_id = l.practice_id
  ), orders_noted as (
    insert into invoice_orders (brand_id, practice_id, invoice_id, order_id, type, vat)
      select distinct brand, l.practice_id, piece.id, l.order_id, as_type, l.vat
      from lines l join pieces_made piece on piece.practice_id = l.practice_id)
  select array_agg(piece.id) into pieces from pieces_made piece;
  perform tenant.add_taxes(brand, piece), tenant.add_parties(brand, piece) from unnest(pieces) as piece;
  return pieces;
end $$;
revoke all on function tenant.make_pieces_with(uuid, uuid[], invoice_type, integer, boolean, vat_category[]) from public;

-- Of each practice one piece, or two where the laboratory keeps exempt and taxed lines apart. Who calls this has judged and
-- locked the cases.
create function tenant.make_pieces(
  brand uuid, order_ids uuid[], as_type invoice_type, discount integer, is_released boolean) returns uuid[]
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  pieces uuid[] := '{}';
begin
  if coalesce((select s.splits_vat from billing_settings s where s.brand_id = brand), false) then
    pieces := coalesce(tenant.make_pieces_with(brand, order_ids, as_type, discount, is_released, '{exempt}'), '{}')
      || coalesce(tenant.make_pieces_with(brand, order_ids, as_type, discount, is_released, '{standard}'), '{}');
  else
    pieces := tenant.make_pieces_with(brand, order_ids, as_type, discount, is_released, enum_range(null::vat_category));
  end if;
  if as_type = 'invoice' then
    perform tenant.mark_all_invoiced(brand, order_ids);
  end if;
  return pieces;
end $$;
revoke all on function tenant.make_pieces(uuid, uuid[], invoice_type, integer, boolean) from public;

create or replace function tenant.issue(
  practice uuid, order_ids uuid[], as_type invoice_type, discount integer, is_released boolean)
returns table (refusal text, order_id uuid, invoice_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(order_ids) as id);
  faulty record;
begin
  perform tenant.refuse_unless_billing();
  if as_type not in ('invoice', 'pro_forma') or discount not between 0 and 10000 then
    raise exception 'not issued so' using errcode = 'invalid_parameter_value';
  end if;
  -- One after the other: who comes second finds them billed.
  perform from orders o where o.brand_id = brand and o.practice_id = issue.practice and o.id = any(asked)
    order by o.id for no key update;
  select * into faulty from (
    select asked_id as id, case
      when o.id is null then 'not_found'
      when is_billed(o.brand_id, o.id) then 'billed_already'
      when o.status not in ('delivered', 'invoiced') then 'not_delivered'
      when priced.is_whole is not true then 'not_priced'
    end as why
    from unnest(asked) as asked_id
    left join orders o on o.brand_id = brand and o.practice_id = issue.practice and o.id = asked_id
    left join (
      select l.order_id as priced_id, bool_and(l.net_cents is not null and l.vat is not null) as is_whole
      from billable_lines(brand, asked, 0) l group by l.order_id) priced on priced_id = asked_id) judged
  where why is not null order by why limit 1;
  if faulty.id is not null or asked = '{}' then
    refusal := coalesce(faulty.why, 'not_found');
    order_id := faulty.id;
    return next;
    return;
  end if;
  return query select null, null::uuid, piece
    from unnest(tenant.make_pieces(brand, asked, as_type, discount, is_released)) as piece;
end $$;

-- The next practices of a run that nobody is at: their pieces and the note that they are made commit together, or not at all.
-- So many at most, and of more than one no more than a thousand cases, so that nobody waits long for the next number. False
-- where none is left. Processes of the release before ask with the number of the run alone.
drop function tenant.continue_run(uuid);
create function tenant.continue_run(run_id uuid, practices integer default 25) returns boolean
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  run billing_runs;
  zone text := (select b.time_zone from brands b where b.id = tenant.brand_id());
  taken uuid[];
  waiting uuid[];
  billable uuid[];
  made uuid[] := '{}';
begin
  perform tenant.refuse_unless_billing();
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
  perform from orders o where o.brand_id = brand and o.practice_id = any(taken) and o.status = 'delivered'
    order by o.id for no key update;
  waiting := array(
    select o.id from orders o
    where o.brand_id = brand and o.practice_id = any(taken) and o.status = 'delivered' and not is_billed(o.brand_id, o.id)
      and (select (max(e.at) at time zone zone)::date from order_events e
        where e.brand_id = brand and e.order_id = o.id and e.status = 'delivered') <= run.until_on);
  billable := array(
    select l.order_id from billable_lines(brand, waiting, 0) l
    group by l.order_id having bool_and(l.net_cents is not null and l.vat is not null));
  if billable <> '{}' then
    made := tenant.make_pieces(brand, billable, run.type, 0, true);
  end if;
  update billing_run_practices w set state = 'done', pieces = of_practice.pieces, amount_cents = of_practice.amount_cents,
      unpriced = (select count(*) from orders o
        where o.brand_id = brand and o.practice_id = w.practice_id and o.id = any(waiting) and o.id <> all(billable))
    from (
      select t.id, count(i.id) as pieces, coalesce(sum(i.amount_cents), 0) as amount_cents
      from unnest(taken) as t (id)
      left join invoices i on i.brand_id = brand and i.id = any(made) and i.practice_id = t.id
      group by t.id) of_practice
    where w.brand_id = brand and w.run_id = run.id and w.practice_id = of_practice.id;
  return true;
end $$;
revoke all on function tenant.continue_run(uuid, integer) from public;
grant execute on function tenant.continue_run(uuid, integer) to arcade_app;

drop function tenant.make_piece(uuid, uuid, uuid[], invoice_type, integer, boolean, vat_category[]);
