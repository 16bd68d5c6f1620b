-- What the figures say of a month that is over, counted once: a year is added up of months and not of a hundred thousand cases.
-- No sum is written where a case is: whatever changes what an old delivery counts for leaves a mark, whoever reads counts a marked
-- month as it stands, and upkeep counts it anew.
create table figure_months (
  brand_id uuid not null references brands (id),
  month date not null check (month = date_trunc('month', month)),
  -- By whose clock: with another one these are other months.
  time_zone text not null,
  -- Sums by ids; names are those of whoever reads, on the day they read.
  counts jsonb not null check (jsonb_typeof(counts) = 'object'),
  primary key (brand_id, month)
);
alter table figure_months enable row level security;
alter table figure_months force row level security;
create policy of_laboratory on figure_months
  using (brand_id = (select tenant.brand_id()) and (select tenant.audience()) in ('staff', 'laboratory'));
grant select, insert, update on figure_months to arcade_app;

-- A mark for each transaction: one that is there already may go in this moment, with a count that has not seen this change.
create table figure_marks (
  brand_id uuid not null references brands (id),
  month date not null,
  made_in bigint not null default pg_current_xact_id()::text::bigint,
  primary key (brand_id, month, made_in)
);
alter table figure_marks enable row level security;
alter table figure_marks force row level security;
create policy of_laboratory on figure_marks
  using (brand_id = (select tenant.brand_id()) and (select tenant.audience()) in ('staff', 'laboratory'));
-- What a practice does to its own cases marks, too.
create policy marked_by_anyone on figure_marks for insert with check (brand_id = (select tenant.brand_id()));
grant select, delete on figure_marks to arcade_app;

-- Every month in which the case was ever said to be delivered: which line stands as the first may be what has changed. A month is
-- counted when it has been over for days, so what was delivered today or yesterday needs no mark.
create function mark_figures(brand uuid, of_order uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into figure_marks (brand_id, month)
    select e.brand_id, date_trunc('month', e.at at time zone b.time_zone)::date
    from order_events e join brands b on b.id = e.brand_id
    where e.brand_id = brand and e.order_id = of_order and e.status = 'delivered' and e.at < now() - interval '1 day'
  on conflict do nothing
$$;
revoke all on function mark_figures(uuid, uuid) from public;

create function event_marks_figures() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.status = 'delivered' then
    insert into figure_marks (brand_id, month)
      select b.id, date_trunc('month', old.at at time zone b.time_zone)::date from brands b where b.id = old.brand_id
    on conflict do nothing;
  end if;
  perform mark_figures(coalesce(new.brand_id, old.brand_id), coalesce(new.order_id, old.order_id));
  return null;
end $$;
revoke all on function event_marks_figures() from public;
create trigger mark_figures after insert on order_events for each row
  when (new.status in ('delivered', 'shipped', 'on_hold') or new.takes_back is not null)
  execute function event_marks_figures();
create trigger mark_figures_anew after update of status, at, sequence, takes_back on order_events for each row
  execute function event_marks_figures();
create trigger mark_figures_gone after delete on order_events for each row execute function event_marks_figures();

create function order_marks_figures() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    perform mark_figures(new.brand_id, new.id);
  end if;
  if tg_op <> 'INSERT' and old.remake_of is not null then
    perform mark_figures(old.brand_id, old.remake_of);
  end if;
  if tg_op <> 'DELETE' and new.remake_of is not null then
    perform mark_figures(new.brand_id, new.remake_of);
  end if;
  return null;
end $$;
revoke all on function order_marks_figures() from public;
create trigger mark_figures after insert on orders for each row
  when (new.remake_of is not null) execute function order_marks_figures();
create trigger mark_figures_anew
  after update of status, practice_id, technician_id, delivery_on, first_delivery_on, excused_on, remake_of on orders for each row
  when ((old.practice_id, old.technician_id, old.delivery_on, old.first_delivery_on, old.excused_on, old.remake_of)
      is distinct from (new.practice_id, new.technician_id, new.delivery_on, new.first_delivery_on, new.excused_on, new.remake_of)
    or new.remake_of is not null and (old.status = 'cancelled') <> (new.status = 'cancelled'))
  execute function order_marks_figures();
create trigger mark_figures_gone after delete on orders for each row
  when (old.remake_of is not null) execute function order_marks_figures();

create function product_marks_figures() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform mark_figures(coalesce(new.brand_id, old.brand_id), coalesce(new.order_id, old.order_id));
  return null;
end $$;
revoke all on function product_marks_figures() from public;
create trigger mark_figures after insert or delete on order_products for each row execute function product_marks_figures();
create trigger mark_figures_anew after update of reference, label_fr, label_en on order_products for each row
  execute function product_marks_figures();
