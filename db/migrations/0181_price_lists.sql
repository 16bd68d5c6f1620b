-- Prices under a name, for practices that do not pay what the catalogue says; and which practice is on which list from which day.

alter type audit_kind add value if not exists 'price_lists_changed';
alter type audit_kind add value if not exists 'practice_price_list_set';

create table price_lists (
  brand_id uuid not null references brands (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (name <> '' and length(name) <= 80),
  -- Goes up with each change of its name or prices: who follows another is refused.
  version integer not null default 1 check (version > 0),
  primary key (brand_id, id)
);
create unique index price_lists__name on price_lists (brand_id, lower(name));

-- What differs from the catalogue; of what is not here the catalogue says the price.
create table price_list_prices (
  brand_id uuid not null,
  list_id uuid not null,
  reference text not null,
  -- Every product has a first version: with it goes what was said of it, where an import is undone.
  first_version integer not null generated always as (1) stored,
  price_cents integer not null check (price_cents between 0 and 100000000),
  primary key (brand_id, list_id, reference),
  foreign key (brand_id, list_id) references price_lists (brand_id, id) on delete cascade,
  constraint price_list_prices__product
    foreign key (brand_id, reference, first_version) references products (brand_id, reference, version) on delete cascade
);
create index price_list_prices__product on price_list_prices (brand_id, reference, first_version);

create table practice_price_lists (
  brand_id uuid not null,
  practice_id uuid not null,
  from_on date not null,
  -- Null: what the catalogue says.
  list_id uuid,
  primary key (brand_id, practice_id, from_on),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  constraint practice_price_lists__list foreign key (brand_id, list_id) references price_lists (brand_id, id)
);
create index practice_price_lists__list on practice_price_lists (brand_id, list_id);

-- What was ordered has its price: nobody is put on a list for days that are over.
create function price_list_begins() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.from_on < today_of(new.brand_id) then
    raise exception 'the day is over'
      using errcode = 'check_violation', constraint = 'practice_price_lists__not_past', table = 'practice_price_lists';
  end if;
  return new;
end $$;
revoke all on function price_list_begins() from public;
create trigger begins before insert or update on practice_price_lists for each row execute function price_list_begins();

call tenant.protect_by_brand('price_lists');
call tenant.protect_by_brand('price_list_prices');
call tenant.protect_by_practice('practice_price_lists');
-- A practice sees what it is or was on, and of no other list that there is one: what is to come is not its own yet.
create policy of_those_on_it on price_lists as restrictive for select using (
  (select tenant.audience()) in ('staff', 'laboratory') or id in (
    select p.list_id from practice_price_lists p where p.from_on <= today_of(p.brand_id)));
create policy of_those_on_it on price_list_prices as restrictive for select using (
  (select tenant.audience()) in ('staff', 'laboratory') or list_id in (
    select p.list_id from practice_price_lists p where p.from_on <= today_of(p.brand_id)));

do $$
declare
  target text;
begin
  foreach target in array array['price_lists', 'price_list_prices', 'practice_price_lists'] loop
    execute format('create policy settings_insert on %I as restrictive for insert with check ((select tenant.refuse_unless_settings()))', target);
    execute format('create policy settings_update on %I as restrictive for update using ((select tenant.refuse_unless_settings()))', target);
    execute format('create policy settings_delete on %I as restrictive for delete using ((select tenant.refuse_unless_settings()))', target);
  end loop;
end $$;
grant select, insert, delete, update (name, version) on price_lists to arcade_app;
grant select, insert, delete, update (price_cents) on price_list_prices to arcade_app;
grant select, insert, delete, update (list_id) on practice_price_lists to arcade_app;

create trigger tell_laboratory after insert or update or delete on price_lists for each row execute function tell_laboratory('catalogue');
create trigger tell_laboratory after insert or update or delete on practice_price_lists for each row execute function tell_laboratory('catalogue');
create trigger tell_of_practice after insert or update or delete on practice_price_lists for each row execute function tell_laboratory('signups');

-- What a practice pays as of today where that is not what the catalogue says: for all it may order, or for one of them.
create function practice_prices(brand uuid, practice uuid, only_of text default null)
returns table (reference text, price_cents integer)
language sql stable set search_path = pg_catalog, public, pg_temp
begin atomic
  select c.reference, c.price_cents from price_list_prices c
  where c.brand_id = brand and (only_of is null or c.reference = only_of) and c.list_id = (
    select p.list_id from practice_price_lists p
    where p.brand_id = brand and p.practice_id = practice and p.from_on <= today_of(brand)
    order by p.from_on desc limit 1);
end;
revoke all on function practice_prices(uuid, uuid, text) from public;
grant execute on function practice_prices(uuid, uuid, text) to arcade_app;
