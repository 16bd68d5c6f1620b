-- Which list a practice begins on, however it comes: made by hand, asked for, or from a file. Without one it pays what the
-- catalogue says.
alter table price_lists add column is_default boolean not null default false;
grant update (is_default) on price_lists to arcade_app;

create function new_practice_pays() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
begin
  perform tenant.set_context(new.brand_id, null, null);
  insert into practice_price_lists (brand_id, practice_id, from_on, list_id)
    select new.brand_id, new.id, today_of(new.brand_id), l.id from price_lists l
    where l.brand_id = new.brand_id and l.is_default
    for key share of l;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return null;
end $$;
revoke all on function new_practice_pays() from public;
create trigger begins_on_a_list after insert on practices for each row execute function new_practice_pays();

-- What it was to pay goes with a practice: an import that is undone takes back both.
alter table practice_price_lists drop constraint practice_price_lists_brand_id_practice_id_fkey;
alter table practice_price_lists add constraint practice_price_lists__practice
  foreign key (brand_id, practice_id) references practices (brand_id, id) on delete cascade not valid;
