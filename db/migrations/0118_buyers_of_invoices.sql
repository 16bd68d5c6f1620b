-- What the law wants on an invoice of its customer, where there is one: a VAT number, and where work is brought if not to its
-- address. Set by the laboratory, beside the rest of it.
alter table practices
  add column vat_number text,
  add column delivery_address text,
  add column delivery_postal_code text,
  add column delivery_city text;
alter table practices
  add constraint practices__vat_number check (vat_number ~ '^[A-Z]{2}[A-Z0-9]{2,13}$') not valid,
  add constraint practices__delivery_address check (
    (delivery_address is null) = (delivery_postal_code is null) and (delivery_address is null) = (delivery_city is null)
    and delivery_address <> '' and delivery_postal_code <> '' and delivery_city <> '') not valid;
grant update (vat_number, delivery_address, delivery_postal_code, delivery_city) on practices to arcade_app;
create trigger billed_by_administrator
  before update of vat_number, delivery_address, delivery_postal_code, delivery_city on practices
  for each row execute function refuse_unless_set_by_administrator();

-- As before; and with these.
create or replace function buyer_of(brand uuid, practice uuid) returns jsonb
language sql stable set search_path = pg_catalog, public, pg_temp
begin atomic
  select jsonb_strip_nulls(jsonb_build_object(
    'name', p.name, 'address', p.address, 'postalCode', p.postal_code, 'city', p.city, 'countryCode', p.country_code,
    'rppsSiretSiren', p.rpps_siret_siren, 'vatNumber', p.vat_number, 'deliveryAddress', p.delivery_address,
    'deliveryPostalCode', p.delivery_postal_code, 'deliveryCity', p.delivery_city, 'email', (
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
