-- A practice's SIREN or SIRET is corrected where the rest of it is: its invoices carry it.
grant update (rpps_siret_siren) on practices to arcade_app;
create trigger number_set_by_administrator before update of rpps_siret_siren on practices
  for each row execute function refuse_unless_set_by_administrator();
