-- A practice with thousands of cases goes too: with so many at a time, in one transaction that ends with all of them or with none.
-- And a run that is over keeps no practice for which it has made nothing.

-- Whatever stands in the way, in the words of the endpoint. Called in the laboratory's context.
create or replace function tenant.obstacles_to_merging(brand uuid, going uuid, staying uuid) returns text[]
language sql stable strict set search_path = pg_catalog, public, pg_temp
return array(
  select obstacle from (values
    -- The books name the customer of their day: they are never written anew, so they keep their practice.
    (1, 'has_books', exists (select from invoices i where i.brand_id = brand and i.practice_id = going)
      or exists (select from payments p where p.brand_id = brand and p.practice_id = going)),
    -- It is about to make pieces in its name.
    (2, 'in_billing_run', exists (select from billing_run_practices r
      where r.brand_id = brand and r.practice_id = going and r.state = 'waiting')),
    -- It says what would stand with the other.
    (3, 'changes_pending', exists (select from account_changes c
      where c.brand_id = brand and c.practice_id = going and c.state = 'pending' and c.part <> 'personal_information')),
    (4, 'practice_disabled', exists (select from practices p
      where p.brand_id = brand and p.id = staying and p.disabled_at is not null)),
    -- Both practices wait while they are moved.
    (5, 'too_many_cases', (select count(*) from (
      select from orders o where o.brand_id = brand and o.practice_id = going limit 5001) counted) > 5000)
  ) as known (place, obstacle, is_there) where is_there order by place);

-- What has begun to go is gone at the end, or nothing has happened.
create function merged_practice_is_gone() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  is_there boolean;
begin
  perform tenant.set_context(new.brand_id, null, null);
  is_there := exists (select from practices p where p.brand_id = new.brand_id and p.id = new.id);
  perform set_config('tenant.context', coalesce(context, ''), true);
  if is_there then
    raise exception 'a practice goes whole or stays' using errcode = 'check_violation',
      constraint = 'merged_practices__gone', table = 'merged_practices';
  end if;
  return null;
end $$;
revoke all on function merged_practice_is_gone() from public;
create constraint trigger is_gone after insert on merged_practices deferrable initially deferred for each row
  execute function merged_practice_is_gone();

-- Holds both until the end. Null where one of the two is not there, or no more; else what stands in the way, which is nothing
-- where it has begun.
create function tenant.begin_merging(going uuid, staying uuid) returns text[]
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  administrator uuid := tenant.user_id();
  obstacles text[];
begin
  perform tenant.refuse_unless_settings();
  perform tenant.set_context(brand, null, null);
  if going = staying then
    raise exception 'a practice does not become itself' using errcode = 'check_violation',
      constraint = 'merged_practices__not_into_itself', table = 'merged_practices';
  end if;
  -- In one order, whichever of the two goes: who promises a day holds the first of these locks, who moves cases those on them,
  -- who writes anything new of a practice a key of its row.
  perform pg_advisory_xact_lock(hashtextextended('absences/' || brand || '/' || one, 0))
    from unnest(array[least(going, staying), greatest(going, staying)]) one;
  perform from orders o where o.brand_id = brand and o.practice_id = going order by o.id for no key update;
  perform from practices p where p.brand_id = brand and p.id in (going, staying) order by p.id for update;
  if (select count(*) from practices p where p.brand_id = brand and p.id in (going, staying)) < 2 then
    perform set_config('tenant.context', coalesce(context, ''), true);
    return null;
  end if;
  obstacles := tenant.obstacles_to_merging(brand, going, staying);
  if obstacles = '{}' then
    insert into merged_practices (brand_id, id, into_id, name, rpps_siret_siren, address, postal_code, city, phone,
        delivery_instruction, merged_by)
      select brand, p.id, staying, p.name, p.rpps_siret_siren, p.address, p.postal_code, p.city, p.phone,
        p.delivery_instruction, administrator
      from practices p where p.brand_id = brand and p.id = going
      on conflict do nothing;
  end if;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return obstacles;
end $$;
revoke all on function tenant.begin_merging(uuid, uuid) from public;
grant execute on function tenant.begin_merging(uuid, uuid) to arcade_app;

-- So many of its cases, with all that names them; how many these were. Only of a practice that has begun to go.
create function tenant.carry_cases(going uuid, staying uuid, most integer) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  cases uuid[];
  held text;
  own text[] := array[
    'order_events', 'order_messages', 'order_problems', 'order_product_materials', 'order_products', 'order_requests',
    'order_subcontractors', 'traceability_statements', 'release_checks', 'recall_notices', 'unread_cases', 'notices',
    'attachments', 'handed_cases'];
begin
  perform tenant.refuse_unless_settings();
  perform tenant.set_context(brand, null, null);
  if not exists (select from merged_practices m where m.brand_id = brand and m.id = going and m.into_id = staying) then
    raise exception 'this practice does not go there' using errcode = 'check_violation',
      constraint = 'merged_practices__begun', table = 'merged_practices';
  end if;
  cases := array(select o.id from orders o where o.brand_id = brand and o.practice_id = going order by o.id limit most);
  set constraints all deferred;
  perform set_config('changes.quiet', 'on', true);
  update orders o set practice_id = staying where o.brand_id = brand and o.practice_id = going and o.id = any(cases);
  foreach held in array own loop
    execute format('update %I set practice_id = $3 where brand_id = $1 and practice_id = $2 and order_id = any($4)', held)
      using brand, going, staying, cases;
  end loop;
  perform set_config('changes.quiet', '', true);
  -- What names nothing but these cases is judged now; what also names another case, a person or a hand-over, at the end.
  execute (select 'set constraints ' || string_agg(quote_ident(c.conname), ', ') || ' immediate' from pg_constraint c
    where c.contype = 'f' and c.condeferrable and c.confrelid = 'orders'::regclass and c.conrelid = any(own::regclass[]::oid[])
      and c.conname <> 'order_problems_brand_id_practice_id_remake_id_fkey');
  perform set_config('tenant.context', coalesce(context, ''), true);
  return cardinality(cases);
end $$;
revoke all on function tenant.carry_cases(uuid, uuid, integer) from public;
grant execute on function tenant.carry_cases(uuid, uuid, integer) to arcade_app;

-- As before, with all that has not been carried over yet.
create or replace function tenant.merge_practices(going uuid, staying uuid) returns text[]
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  obstacles text[];
  held text;
  away absences;
begin
  obstacles := tenant.begin_merging(going, staying);
  if obstacles is distinct from '{}' then
    return obstacles;
  end if;
  perform tenant.set_context(brand, null, null);

  -- Two pickups of one half day are one: the one that has come further, with the words of both.
  with pairs as (
    select g.id as of_going, s.id as of_staying, (g.status > s.status) is true as is_going_further,
      nullif(left(concat_ws(' · ', s.complementary_information, g.complementary_information), 500), '') as words
    from rides g join rides s on s.brand_id = brand and s.practice_id = staying and s.day = g.day and s.shift = g.shift
      and s.status <> 'cancelled'
    where g.brand_id = brand and g.practice_id = going and g.status <> 'cancelled'),
  gone as (
    delete from rides r using pairs
      where r.brand_id = brand and r.id = case when is_going_further then of_staying else of_going end)
  update rides r set complementary_information = words from pairs
    where r.brand_id = brand and r.id = case when is_going_further then of_going else of_staying end
      and r.complementary_information is distinct from words;

  -- Nobody was there twice on a day: told once.
  set constraints all deferred;
  update handed_cases c set hand_over_id = s.id, practice_id = staying
    from hand_overs g join hand_overs s on s.brand_id = brand and s.practice_id = staying and s.day = g.day
      and s.outcome = 'nobody_there'
    where g.brand_id = brand and g.practice_id = going and g.outcome = 'nobody_there'
      and c.brand_id = brand and c.hand_over_id = g.id;
  update attachments f set hand_over_id = s.id, practice_id = staying
    from hand_overs g join hand_overs s on s.brand_id = brand and s.practice_id = staying and s.day = g.day
      and s.outcome = 'nobody_there'
    where g.brand_id = brand and g.practice_id = going and g.outcome = 'nobody_there'
      and f.brand_id = brand and f.hand_over_id = g.id;
  delete from hand_overs g using hand_overs s
    where g.brand_id = brand and g.practice_id = going and g.outcome = 'nobody_there'
      and s.brand_id = brand and s.practice_id = staying and s.day = g.day and s.outcome = 'nobody_there';

  -- Of absences what the other has not declared itself.
  for away in
    select a.* from absences a where a.brand_id = brand and a.practice_id = going and exists (
      select from absences s where s.brand_id = brand and s.practice_id = staying
        and halves_of(a.from_on, a.from_shift, a.to_on, a.to_shift) && halves_of(s.from_on, s.from_shift, s.to_on, s.to_shift))
    order by a.from_on, a.from_shift
  loop
    delete from absences a where a.brand_id = brand and a.id = away.id;
    insert into absences (brand_id, practice_id, from_on, from_shift, to_on, to_shift, is_delivery_possible, created_by,
        created_at, series_id, repeats)
      select brand, staying, '2000-01-01'::date + lower(piece) / 2,
        (case lower(piece) % 2 when 0 then 'AM' else 'PM' end)::ride_shift, '2000-01-01'::date + (upper(piece) - 1) / 2,
        (case (upper(piece) - 1) % 2 when 0 then 'AM' else 'PM' end)::ride_shift,
        away.is_delivery_possible, away.created_by, away.created_at, away.series_id, away.repeats
      from unnest(int4multirange(halves_of(away.from_on, away.from_shift, away.to_on, away.to_shift)) - (
        select range_agg(halves_of(s.from_on, s.from_shift, s.to_on, s.to_shift)) from absences s
        where s.brand_id = brand and s.practice_id = staying)) as piece;
  end loop;

  update order_templates t set name = t.name || ' (' || (
      select min(number) from generate_series(2, 1000) number where not exists (
        select from order_templates o where o.brand_id = brand and o.practice_id in (going, staying)
          and o.name = t.name || ' (' || number || ')')) || ')'
    where t.brand_id = brand and t.practice_id = going and exists (
      select from order_templates s where s.brand_id = brand and s.practice_id = staying and s.name = t.name);
  -- It pays what the practice that stays pays; what was ordered keeps its price.
  delete from practice_price_lists l where l.brand_id = brand and l.practice_id = going;
  delete from round_stops g where g.brand_id = brand and g.practice_id = going
    and exists (select from round_stops s where s.brand_id = brand and s.practice_id = staying);

  -- Of runs that have made nothing for it: what they left out without a price stands with the practice that stays.
  update billing_run_practices s set unpriced = s.unpriced + g.unpriced from billing_run_practices g
    where g.brand_id = brand and g.practice_id = going
      and s.brand_id = brand and s.practice_id = staying and s.run_id = g.run_id;
  delete from billing_run_practices g using billing_run_practices s
    where g.brand_id = brand and g.practice_id = going
      and s.brand_id = brand and s.practice_id = staying and s.run_id = g.run_id;

  -- Kept out with their practice, they would come in to the other one on the day that this one is closed and opened again.
  update users u set disabled_by = 'laboratory'
    where u.brand_id = brand and u.practice_id = going and u.disabled_at is not null and u.disabled_by is distinct from 'practice';

  -- Two open screens hear of it once: who came from there anew, everybody else by the topics of what moves.
  perform set_config('changes.quiet', 'on', true);
  foreach held in array array[
    'users', 'orders', 'order_events', 'order_messages', 'order_problems', 'order_product_materials', 'order_products',
    'order_requests', 'order_subcontractors', 'order_templates', 'traceability_statements', 'release_checks', 'recall_notices',
    'complaint_decisions', 'unread_cases', 'notices', 'attachments', 'hand_overs', 'handed_cases', 'rides', 'round_stops',
    'supply_orders', 'supply_order_lines', 'absences', 'account_changes', 'feedback', 'signup_requests',
    'billing_run_practices'
  ] loop
    execute format('update %I set practice_id = $3 where brand_id = $1 and practice_id = $2', held)
      using brand, going, staying;
  end loop;
  perform set_config('changes.quiet', '', true);
  perform pg_notify('changes', brand || '/' || staying || '/' || topic)
    from unnest(array['orders', 'colleagues']) topic;
  perform pg_notify('changes', brand || '/' || brand || '/signups');

  -- What led to it leads on.
  update merged_practices m set into_id = staying where m.brand_id = brand and m.into_id = going;
  delete from practices p where p.brand_id = brand and p.id = going;
  set constraints all immediate;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return '{}';
end $$;
