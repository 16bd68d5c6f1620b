-- How much the laboratory can finish in a day, where it counts that: elements (teeth of what is made tooth by tooth, else
-- pieces) by family, and of all families together. No practice reads any of it, in whatever words it asks.
alter table brands add column counts_capacity boolean not null default false;
grant update (counts_capacity) on brands to arcade_app;

-- Of every week; a weekday of which nothing is said has no limit.
create table capacity_weekdays (
  brand_id uuid not null references brands (id),
  -- Null: of all families together.
  family text,
  scope text not null generated always as (coalesce(family, '')) stored,
  weekday iso_weekday not null,
  elements smallint not null check (elements between 0 and 9999),
  primary key (brand_id, scope, weekday),
  constraint capacity_weekdays__family foreign key (brand_id, family) references product_families (brand_id, id) on delete cascade
);

-- Of a day that is not as its weekday: somebody is away, or stays longer.
create table capacity_days (
  brand_id uuid not null references brands (id),
  family text,
  scope text not null generated always as (coalesce(family, '')) stored,
  day date not null,
  elements smallint not null check (elements between 0 and 9999),
  primary key (brand_id, scope, day),
  constraint capacity_days__family foreign key (brand_id, family) references product_families (brand_id, id) on delete cascade
);

do $$
declare target text;
begin
  foreach target in array array['capacity_weekdays', 'capacity_days'] loop
    execute format('alter table %s enable row level security', target);
    execute format('alter table %s force row level security', target);
    execute format($policy$create policy of_laboratory on %s using (brand_id = (select tenant.brand_id())
      and (select tenant.audience()) in ('staff', 'laboratory'))$policy$, target);
    execute format('create policy settings_insert on %s as restrictive for insert with check ((select tenant.refuse_unless_settings()))', target);
    execute format('create policy settings_delete on %s as restrictive for delete using ((select tenant.refuse_unless_settings()))', target);
    execute format('grant select, insert, delete on %s to arcade_app', target);
    execute format('create trigger tell_laboratory after insert or delete on %s for each row execute function tell_laboratory(''closures'')', target);
  end loop;
end $$;
create trigger tell_of_capacity after update of counts_capacity on brands
  for each row execute function tell_laboratory('closures');

-- What is promised for these days and not delivered yet, by family (null: of no product of the catalogue). As whoever asks:
-- to the laboratory that is all of it, to a practice its own.
create function tenant.promised_elements(from_on date, to_on date, leaving_out uuid)
returns table (day date, family text, elements bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select o.delivery_on, p.family, sum(op.quantity)
  from orders o
  join order_products op on op.brand_id = o.brand_id and op.order_id = o.id
  left join products p on p.brand_id = op.brand_id and p.reference = op.reference and p.version = op.product_version
  where o.brand_id = (select tenant.brand_id()) and o.status not in ('delivered', 'invoiced', 'cancelled')
    and o.delivery_on between from_on and to_on and o.id is distinct from leaving_out
  group by o.delivery_on, p.family
$$;
revoke all on function tenant.promised_elements(date, date, uuid) from public;
grant execute on function tenant.promised_elements(date, date, uuid) to arcade_app;

-- The days that have no room for this much work, and nothing of how full they are. Work that is larger than a day takes one
-- on which nothing of it is promised yet; on a day of no element nothing leaves. `leaving_out` is the case itself, or the id
-- that nothing has. Who asks for a practice asks in steps (1, 2, 3, 4, 6, 8, 12 …), so that no question tells a number, and
-- what the laboratory has not accepted yet of another practice counts at most half of a day, on ten days.
create function tenant.days_without_room(from_on date, to_on date, work jsonb, leaving_out uuid) returns setof date
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  -- Null: the laboratory itself, to which all counts as it is.
  caller uuid := tenant.practice_id();
  found date[];
begin
  if (tenant.audience() in ('practice', 'staff', 'laboratory')) is not true then
    raise exception 'nobody who orders' using errcode = 'insufficient_privilege';
  end if;
  -- Further than anything is promised nobody looks, and least of all for ever.
  if not (isfinite(from_on) and isfinite(to_on)) or to_on::timestamp - from_on::timestamp > interval '800 days' then
    raise exception 'out of reach' using errcode = 'datetime_field_overflow';
  end if;
  -- With the eyes of the laboratory, for what all its practices are promised counts.
  perform tenant.set_context(brand, null, null);
  with exactly as (
    select w.family as scope, sum(w.elements) as elements
    from jsonb_to_recordset(work) as w (family text, elements integer) where w.family is not null group by w.family
    union all
    select '', sum(w.elements) from jsonb_to_recordset(work) as w (elements integer) having count(*) > 0
  ),
  asked as (
    select scope, case when caller is null then elements else coalesce(
      (select min(step) from generate_series(0, 20) doubled, unnest(array[1 << doubled, 3 << doubled]) step
        where step >= elements), elements) end as elements
    from exactly
  ),
  limited as (
    select d.day::date as day, asked.scope, asked.elements, coalesce(x.elements, w.elements) as most
    from generate_series(from_on::timestamp, to_on::timestamp, interval '1 day') as d (day)
    cross join asked
    left join capacity_weekdays w
      on w.brand_id = brand and w.scope = asked.scope and w.weekday = extract(isodow from d.day)::smallint
    left join capacity_days x on x.brand_id = brand and x.scope = asked.scope and x.day = d.day::date
    where coalesce(x.elements, w.elements) is not null
  ),
  promised as materialized (
    select o.delivery_on as day, p.family, sum(op.quantity) as elements,
      -- The other practice whose work the laboratory has not accepted yet.
      case when o.status = 'registered' and o.practice_id <> caller then o.practice_id end as waiting
    from orders o
    join order_products op on op.brand_id = o.brand_id and op.order_id = o.id
    left join products p on p.brand_id = op.brand_id and p.reference = op.reference and p.version = op.product_version
    where o.brand_id = brand and o.status not in ('delivered', 'invoiced', 'cancelled')
      and o.delivery_on between from_on and to_on
      -- A practice leaves out a case of its own alone.
      and (o.id <> leaving_out or o.practice_id <> caller)
    group by 1, 2, 4
  ),
  by_scope as (
    select day, family as scope, waiting, elements from promised where family is not null
    union all
    select day, '', waiting, sum(elements) from promised group by day, waiting
  ),
  taken as (
    select *, dense_rank() over (partition by scope, waiting order by day) as days from by_scope
  ),
  filled as (
    select l.day, l.elements, l.most,
      coalesce(sum(case when t.waiting is null then t.elements else least(t.elements, (l.most + 1) / 2) end)
        filter (where t.waiting is null or t.days <= 10), 0) as taken
    from limited l left join taken t using (day, scope)
    group by l.day, l.scope, l.elements, l.most
  )
  select array_agg(distinct f.day) into found
  from filled f where f.most = 0 or f.taken > 0 and f.taken + f.elements > f.most;
  perform set_config('tenant.context', context, true);
  return query select unnest(found);
end $$;
revoke all on function tenant.days_without_room(date, date, jsonb, uuid) from public;
grant execute on function tenant.days_without_room(date, date, jsonb, uuid) to arcade_app;
