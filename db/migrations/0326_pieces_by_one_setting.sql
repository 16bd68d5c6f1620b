-- A piece is made by many statements, each of which looks at the settings of the books: they stay as they are until it is there. Saved
-- in between, work was billed twice with its VAT and without, or on no piece at all.
create function tenant.hold_billing_settings() returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('billing_settings/' || tenant.brand_id(), 0));
end $$;
revoke all on function tenant.hold_billing_settings() from public;

create function tenant.change_billing_settings_alone() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('billing_settings/' || new.brand_id, 0));
  return new;
end $$;
revoke all on function tenant.change_billing_settings_alone() from public;
create trigger change_alone before insert or update on billing_settings for each row execute function tenant.change_billing_settings_alone();

create or replace function tenant.issue(practice uuid, order_ids uuid[], as_type invoice_type, discount integer, is_released boolean)
  returns table(refusal text, order_id uuid, invoice_id uuid) language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(order_ids) as id);
  faulty record;
begin
  perform tenant.refuse_unless_billing();
  perform tenant.hold_billing_settings();
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

create or replace function tenant.continue_run(run_id uuid, practices integer default 25)
  returns boolean language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
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
    where (select (max(e.at) at time zone zone)::date from order_events e
      where e.brand_id = brand and e.order_id = id and e.status = 'delivered') <= run.until_on);
  waiting := array(
    select id from unnest(waiting) as id
    except
    select b.order_id from invoice_orders b
    where b.brand_id = brand and b.order_id = any(waiting) and b.is_current and b.type in ('invoice', 'pro_forma'));
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

create or replace function tenant.confirm_pro_forma(pro_forma_id uuid)
  returns table(refusal text, invoice_id uuid) language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  draft invoices;
  of_draft uuid[];
begin
  perform tenant.refuse_unless_billing();
  perform tenant.hold_billing_settings();
  select * into draft from invoices i where i.brand_id = brand and i.id = pro_forma_id for no key update;
  refusal := case
    when draft.id is null then 'not_found'
    when draft.type <> 'pro_forma' or not (draft.decision = 'validated' or draft.decision = 'to_validate' and not coalesce(
      (select s.asks_approval from billing_settings s where s.brand_id = brand), false)) then 'decision_not_allowed'
  end;
  if refusal is null then
    of_draft := array(select distinct b.order_id from invoice_orders b where b.brand_id = brand and b.invoice_id = draft.id);
    perform from orders o where o.brand_id = brand and o.id = any(of_draft) order by o.id for no key update;
    update invoices i set decision = 'handled', decided_by = tenant.user_id(), decided_at = now()
      where i.brand_id = brand and i.id = draft.id;
    update invoice_orders b set is_current = false where b.brand_id = brand and b.invoice_id = draft.id;
    invoice_id := tenant.copy_piece(draft.id, 'invoice', array(
      select l.position from invoice_lines l where l.brand_id = brand and l.invoice_id = draft.id), '');
    perform tenant.mark_invoiced(brand, draft.practice_id, of_draft);
  end if;
  return next;
end $$;

create or replace function tenant.credit(invoice_id uuid, positions smallint[], reason text)
  returns table(refusal text, credit_id uuid) language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  corrected invoices;
  taken_back smallint[];
begin
  perform tenant.refuse_unless_billing();
  perform tenant.hold_billing_settings();
  select * into corrected from invoices i where i.brand_id = brand and i.id = credit.invoice_id for no key update;
  select coalesce(array_agg(l.position), '{}') into taken_back from invoice_lines l
    where l.brand_id = brand and l.invoice_id = corrected.id
      and (l.position = any(credit.positions) or credit.positions = '{}' and not exists (
        select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = l.invoice_id
          and c.credited_position = l.position));
  refusal := case
    when corrected.id is null then 'not_found'
    when corrected.type <> 'invoice' then 'not_creditable'
    when cardinality(taken_back) < (select count(distinct position) from unnest(credit.positions) as position)
      then 'not_found'
    when cardinality(taken_back) = 0 or exists (
      select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = corrected.id
        and c.credited_position = any(taken_back)) then 'credited_already'
  end;
  if refusal is null then
    credit_id := tenant.copy_piece(corrected.id, 'credit', taken_back, credit.reason);
    perform tenant.allocate(brand, credit_id, array[corrected.id], corrected.amount_cents);
    -- Work of which nothing is owed any more can be billed anew.
    update invoice_orders b set is_current = false
      where b.brand_id = brand and b.invoice_id = corrected.id and not exists (
        select from invoice_lines l
        where l.brand_id = brand and l.invoice_id = corrected.id and l.order_id = b.order_id and l.vat = b.vat
          and not exists (select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = l.invoice_id
            and c.credited_position = l.position));
  end if;
  return next;
end $$;
