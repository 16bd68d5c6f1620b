-- A practice's SIREN is what its invoices lack: who does the books enters it, as an administrator does.
create function refuse_unless_set_by_the_books() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.refuse_unless_billing();
  return new;
end $$;
revoke all on function refuse_unless_set_by_the_books() from public;

drop trigger number_set_by_administrator on practices;
create trigger number_set_by_the_books before update of rpps_siret_siren on practices
  for each row execute function refuse_unless_set_by_the_books();
