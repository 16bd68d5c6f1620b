-- Where the driver found nobody, the half day is not used up: the practice may ask again for the same one. What the driver noted stays as it is.
alter table rides drop constraint rides__once, add constraint rides__once
  exclude using btree (brand_id with =, practice_id with =, day with =, shift with =)
  where (status <> 'cancelled' and status <> 'nobody_there');

-- Of a practice with two in a half day, the one that has come further stands for both when practices are merged.
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
  with come_so_far as (
    select distinct on (r.practice_id, r.day, r.shift) r.*,
      array_position('{nobody_there,requested,confirmed,picked_up}', r.status) as place from rides r
    where r.brand_id = brand and r.practice_id in (going, staying) and r.status <> 'cancelled'
    order by r.practice_id, r.day, r.shift, place desc, r.created_at desc),
  pairs as (
    select kept.id as of_kept, gone.id as of_gone, kept.stands_for || gone.id || gone.stands_for as stands_for,
      nullif(left(concat_ws(' · ', s.complementary_information, g.complementary_information), 500), '') as words
    from come_so_far g join come_so_far s on s.practice_id = staying and s.day = g.day and s.shift = g.shift
    join rides kept on kept.brand_id = brand and kept.id = case when g.place > s.place then g.id else s.id end
    join rides gone on gone.brand_id = brand and gone.id = case when g.place > s.place then s.id else g.id end
    where g.practice_id = going),
  gone as (delete from rides r using pairs where r.brand_id = brand and r.id = of_gone)
  update rides r set complementary_information = words, stands_for = pairs.stands_for from pairs
    where r.brand_id = brand and r.id = of_kept;

  -- Nobody was there twice on a day: of the day it is said once.
  set constraints all deferred;
  update hand_overs g set is_at_other_door = true
    where g.brand_id = brand and g.practice_id = going and g.outcome = 'nobody_there' and exists (
      select from hand_overs s where s.brand_id = brand and s.practice_id = staying and s.day = g.day
        and s.outcome = 'nobody_there');

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
