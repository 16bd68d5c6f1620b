-- What is wrong is wrong of some of the teeth of that case, and a piece may go back to be adjusted where it is not made again.
alter table order_problems
  add column teeth tooth[] not null default '{}',
  add column is_adjustment boolean not null default false,
  add constraint order_problems__one_wish check (not is_adjustment or remake_id is null) not valid;

-- As they were when it was reported: the work may be changed later.
create function problem_names_teeth_of_its_case() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from unnest(new.teeth) named (tooth) where not exists (
      select from order_products p
      where p.brand_id = new.brand_id and p.order_id = new.order_id and named.tooth = any (p.teeth)))
  then
    raise exception 'teeth of another case'
      using errcode = 'check_violation', constraint = 'order_problems__teeth_of_case', table = 'order_problems';
  end if;
  return new;
end $$;
create trigger names_teeth_of_its_case before insert on order_problems for each row
  when (new.teeth <> '{}') execute function problem_names_teeth_of_its_case();
revoke all on function problem_names_teeth_of_its_case() from public;
