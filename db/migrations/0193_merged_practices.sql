-- Practices that went into another one. The row of the one that went is gone, so that every key to practices holds what this
-- forgets, now and in tables to come; what it was called stays here, and where its number leads.

alter type audit_kind add value if not exists 'practice_merged';

create table merged_practices (
  brand_id uuid not null,
  -- Of the practice that went.
  id uuid not null,
  into_id uuid not null,
  name text collate natural_order not null check (name <> ''),
  rpps_siret_siren text not null default '',
  address text not null default '',
  postal_code text not null default '',
  city text not null default '',
  phone text not null default '',
  delivery_instruction text,
  merged_by uuid not null,
  merged_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint merged_practices__not_into_itself check (id <> into_id),
  foreign key (brand_id, into_id) references practices (brand_id, id),
  foreign key (brand_id, merged_by) references users (brand_id, id)
);
create index merged_practices__into on merged_practices (brand_id, into_id);
alter table merged_practices enable row level security;
alter table merged_practices force row level security;
create policy of_laboratory on merged_practices
  using (brand_id = (select tenant.brand_id()) and (select tenant.audience()) in ('staff', 'laboratory'));
grant select on merged_practices to arcade_app;

-- What was decided stays so; to which practice it belongs may change with the practice.
create or replace function account_change_decided_once() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() = 'laboratory'
      and to_jsonb(new) - '{practice_id,subject_id}'::text[] = to_jsonb(old) - '{practice_id,subject_id}'::text[]) is true then
    return new;
  end if;
  raise exception 'this request has been decided'
    using errcode = 'check_violation', constraint = 'account_changes__decided_once', table = 'account_changes';
end $$;

create or replace function signup_decided_once() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() = 'laboratory' and to_jsonb(new) - 'practice_id' = to_jsonb(old) - 'practice_id') is true then
    return new;
  end if;
  raise exception 'this request has been decided'
    using errcode = 'check_violation', constraint = 'signup_requests__decided_once', table = 'signup_requests';
end $$;

-- As before; what was withdrawn before its practice became another one is not judged anew.
create or replace function withdrawn_by_whom_may() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.state = new.state then
    return new;
  end if;
  if new.part <> 'personal_information' and new.decided_by = tenant.user_id() and exists (
    select from users u
    where u.brand_id = new.brand_id and u.id = new.decided_by and u.practice_id = new.practice_id
      and u.account_type = 'manager' and u.disabled_at is null) then
    return new;
  end if;
  raise exception 'whoever has asked withdraws it, or a manager of the practice'
    using errcode = 'check_violation', constraint = 'account_changes__withdrawn', table = 'account_changes';
end $$;

-- When somebody is away, in halves of days.
create function halves_of(from_on date, from_shift ride_shift, to_on date, to_shift ride_shift) returns int4range
language sql immutable strict set search_path = pg_catalog, public, pg_temp
return int4range(
  (from_on - '2000-01-01'::date) * 2 + (from_shift = 'PM')::int,
  (to_on - '2000-01-01'::date) * 2 + (to_shift = 'PM')::int, '[]');
revoke all on function halves_of(date, ride_shift, date, ride_shift) from public;

-- Whatever stands in the way, in the words of the endpoint. Called in the laboratory's context.
create function tenant.obstacles_to_merging(brand uuid, going uuid, staying uuid) returns text[]
language sql stable strict set search_path = pg_catalog, public, pg_temp
return array(
  select obstacle from (values
    -- The books name the customer of their day: they are never written anew, so they keep their practice.
    (1, 'has_books', exists (select from invoices i where i.brand_id = brand and i.practice_id = going)
      or exists (select from payments p where p.brand_id = brand and p.practice_id = going)),
    (2, 'in_billing_run', exists (select from billing_run_practices r where r.brand_id = brand and r.practice_id = going)),
    -- It says what would stand with the other.
    (3, 'changes_pending', exists (select from account_changes c
      where c.brand_id = brand and c.practice_id = going and c.state = 'pending' and c.part <> 'personal_information')),
    (4, 'practice_disabled', exists (select from practices p
      where p.brand_id = brand and p.id = staying and p.disabled_at is not null)),
    -- One statement of five seconds at most moves them.
    (5, 'too_many_cases', (select count(*) from (
      select from orders o where o.brand_id = brand and o.practice_id = going limit 501) counted) > 500)
  ) as known (place, obstacle, is_there) where is_there order by place);
revoke all on function tenant.obstacles_to_merging(uuid, uuid, uuid) from public;

-- What would become of the one that goes, in numbers.
create function tenant.look_at_merging(going uuid, staying uuid) returns jsonb
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  today date;
  seen jsonb;
begin
  perform tenant.refuse_unless_settings();
  perform tenant.set_context(brand, null, null);
  select (now() at time zone b.time_zone)::date into today from brands b where b.id = brand;
  seen := jsonb_build_object(
    'obstacles', tenant.obstacles_to_merging(brand, going, staying),
    'cases', (select count(*) from orders o where o.brand_id = brand and o.practice_id = going),
    'openCases', (select count(*) from orders o where o.brand_id = brand and o.practice_id = going
      and o.status not in ('delivered', 'invoiced', 'cancelled')),
    'people', (select count(*) from users u where u.brand_id = brand and u.practice_id = going and u.erased_at is null),
    'keptOut', (select count(*) from users u where u.brand_id = brand and u.practice_id = going and u.erased_at is null
      and u.disabled_at is not null),
    'drafts', (select count(*) from order_drafts d join users u on u.brand_id = brand and u.id = d.user_id
      where d.brand_id = brand and u.practice_id = going),
    'templates', (select count(*) from order_templates t where t.brand_id = brand and t.practice_id = going),
    'views', (select count(*) from case_views c join users u on u.brand_id = brand and u.id = c.user_id
      where c.brand_id = brand and u.practice_id = going),
    'unread', (select count(*) from unread_cases c where c.brand_id = brand and c.practice_id = going),
    'absences', (select count(*) from absences a where a.brand_id = brand and a.practice_id = going and a.to_on >= today),
    'absencesShared', (select count(*) from absences a where a.brand_id = brand and a.practice_id = going and a.to_on >= today
      and exists (select from absences b where b.brand_id = brand and b.practice_id = staying
        and halves_of(a.from_on, a.from_shift, a.to_on, a.to_shift) && halves_of(b.from_on, b.from_shift, b.to_on, b.to_shift))),
    'pickups', (select count(*) from rides r where r.brand_id = brand and r.practice_id = going and r.day >= today
      and r.status <> 'cancelled'),
    'pickupsShared', (select count(*) from rides r join rides s on s.brand_id = brand and s.practice_id = staying
        and s.day = r.day and s.shift = r.shift and s.status <> 'cancelled'
      where r.brand_id = brand and r.practice_id = going and r.day >= today and r.status <> 'cancelled'),
    'supplies', (select count(*) from supply_orders s where s.brand_id = brand and s.practice_id = going),
    'pieces', (select count(*) from invoices i where i.brand_id = brand and i.practice_id = going),
    'balanceCents', (select coalesce(sum(i.due_cents), 0) from invoices i where i.brand_id = brand and i.practice_id = going),
    'patientCodes', (select count(distinct o.patient_code) from orders o where o.brand_id = brand and o.practice_id = going
      and exists (select from orders s where s.brand_id = brand and s.practice_id = staying and s.patient_code = o.patient_code)),
    'someCodes', (select coalesce(jsonb_agg(code order by code), '[]') from (
      select distinct o.patient_code as code from orders o where o.brand_id = brand and o.practice_id = going
        and exists (select from orders s where s.brand_id = brand and s.practice_id = staying and s.patient_code = o.patient_code)
      order by code limit 5) met),
    -- Promised for a day on which the one that it becomes takes nothing in.
    'daysToLookAt', (select count(*) from orders o, practices s
      where s.brand_id = brand and s.id = staying and o.brand_id = brand and o.practice_id in (going, staying)
        and o.delivery_on > today and o.status not in ('delivered', 'invoiced', 'cancelled')
        and (o.practice_id = going and extract(isodow from o.delivery_on)::smallint <> all (s.delivery_days::smallint[])
          or exists (select from absences a where a.brand_id = brand and a.practice_id in (going, staying)
            and a.practice_id <> o.practice_id and not a.is_delivery_possible
            and o.delivery_on between a.from_on and a.to_on))));
  perform set_config('tenant.context', coalesce(context, ''), true);
  return seen;
end $$;
revoke all on function tenant.look_at_merging(uuid, uuid) from public;
grant execute on function tenant.look_at_merging(uuid, uuid) to arcade_app;

-- All of it or nothing. Null where one of the two is not there, or no more; else what stands in the way, which is nothing where
-- it is done.
create function tenant.merge_practices(going uuid, staying uuid) returns text[]
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  administrator uuid := tenant.user_id();
  obstacles text[];
  held text;
  away absences;
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
  if obstacles <> '{}' then
    perform set_config('tenant.context', coalesce(context, ''), true);
    return obstacles;
  end if;

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

  -- Kept out with their practice, they would come in to the other one on the day that this one is closed and opened again.
  update users u set disabled_by = 'laboratory'
    where u.brand_id = brand and u.practice_id = going and u.disabled_at is not null and u.disabled_by is distinct from 'practice';

  -- Two open screens hear of it once: who came from there anew, everybody else by the topics of what moves.
  perform set_config('changes.quiet', 'on', true);
  foreach held in array array[
    'users', 'orders', 'order_events', 'order_messages', 'order_problems', 'order_product_materials', 'order_products',
    'order_requests', 'order_subcontractors', 'order_templates', 'traceability_statements', 'release_checks', 'recall_notices',
    'complaint_decisions', 'unread_cases', 'notices', 'attachments', 'hand_overs', 'handed_cases', 'rides', 'round_stops',
    'supply_orders', 'supply_order_lines', 'absences', 'account_changes', 'feedback', 'signup_requests'
  ] loop
    execute format('update %I set practice_id = $3 where brand_id = $1 and practice_id = $2', held)
      using brand, going, staying;
  end loop;
  perform set_config('changes.quiet', '', true);
  set constraints all immediate;
  perform pg_notify('changes', brand || '/' || staying || '/' || topic)
    from unnest(array['orders', 'colleagues']) topic;
  perform pg_notify('changes', brand || '/' || brand || '/signups');

  -- What led to it leads on.
  update merged_practices m set into_id = staying where m.brand_id = brand and m.into_id = going;
  insert into merged_practices (brand_id, id, into_id, name, rpps_siret_siren, address, postal_code, city, phone,
      delivery_instruction, merged_by)
    select brand, p.id, staying, p.name, p.rpps_siret_siren, p.address, p.postal_code, p.city, p.phone,
      p.delivery_instruction, administrator
    from practices p where p.brand_id = brand and p.id = going;
  delete from practices p where p.brand_id = brand and p.id = going;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return '{}';
end $$;
revoke all on function tenant.merge_practices(uuid, uuid) from public;
grant execute on function tenant.merge_practices(uuid, uuid) to arcade_app;
