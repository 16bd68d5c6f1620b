-- Laboratory and practice are compared together, with a context that is checked once for each table of a statement, and only
-- if there is a row to compare it with. Whoever acts for the whole laboratory comes second; OFFSET 0 keeps PostgreSQL from
-- calling the function for each of its parts.

-- `owner_column` names whose a row is, `claim` the part of the context that must say the same, unless it says nothing.
create function tenant.policy_of(owner_column text, claim text) returns text
language sql immutable set search_path = pg_catalog, pg_temp
return format(
  'case
     when (brand_id, %1$I) = (
       select (claims).brand_id, (claims).%2$I from (select tenant.claims() offset 0) as opened (claims)) then true
     else brand_id = (
       select (claims).brand_id from (select tenant.claims() offset 0) as opened (claims) where (claims).%2$I is null)
   end',
  owner_column, claim);
revoke all on function tenant.policy_of(text, text) from public;

create or replace procedure tenant.protect_by_practice(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy of_practice on %s using (%s)', target, tenant.policy_of('practice_id', 'practice_id'));
end $$;

create or replace procedure tenant.protect_by_user(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy of_user on %s using (%s)', target, tenant.policy_of('user_id', 'user_id'));
end $$;

do $$
declare
  found record;
begin
  for found in
    select polrelid::regclass as target, polname as policy, case
        when polname = 'of_user' then tenant.policy_of('user_id', 'user_id')
        when polrelid = 'practices'::regclass then tenant.policy_of('id', 'practice_id')
        else tenant.policy_of('practice_id', 'practice_id')
      end as rule
    from pg_policy where polname in ('of_practice', 'of_user')
  loop
    execute format('alter policy %I on %s using (%s)', found.policy, found.target, found.rule);
  end loop;
end $$;
