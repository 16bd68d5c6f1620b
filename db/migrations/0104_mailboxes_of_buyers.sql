-- As before; and the last work of a practice that nobody signs in for any more is invoiced to the address it has left.
create or replace function buyer_of(brand uuid, practice uuid) returns jsonb
language sql stable set search_path = pg_catalog, public, pg_temp
begin atomic
  select jsonb_strip_nulls(jsonb_build_object(
    'name', p.name, 'address', p.address, 'postalCode', p.postal_code, 'city', p.city, 'countryCode', p.country_code,
    'rppsSiretSiren', p.rpps_siret_siren, 'email', (
      select found.email from (
        select u.email, 1 as place, u.account_type <> 'manager' as is_doctor, u.created_at, u.id
          from users u
          where u.brand_id = p.brand_id and u.practice_id = p.id and u.kind = 'practice' and u.disabled_at is null
        union all
        select given.email, 2, false, null, null
          from unnest(p.emails) with ordinality as given (email, place) where given.place = 1
        union all
        select u.email, 3, u.account_type <> 'manager', u.created_at, u.id
          from users u
          where u.brand_id = p.brand_id and u.practice_id = p.id and u.kind = 'practice' and u.disabled_at is not null
            and u.erased_at is null) found
      order by found.place, found.is_doctor, found.created_at, found.id limit 1)))
  from practices p
  where p.brand_id = brand and p.id = practice;
end;
