-- A practice that the laboratory has entered was French for ever; so were the people of it, who have its country. Of a user the runtime role
-- may not change it: those who had the one before go along.
grant update (country_code) on practices to arcade_app;

create function people_of_practice_go_along() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update users u set country_code = new.country_code
    where u.brand_id = new.brand_id and u.practice_id = new.id and u.country_code = old.country_code;
  return null;
end $$;
revoke all on function people_of_practice_go_along() from public;
create trigger people_go_along after update of country_code on practices
  for each row when (old.country_code is distinct from new.country_code) execute function people_of_practice_go_along();
