-- That a sheet of a case was signed, its mark now says alone: the list of those that wait for one looks up none. Here are the marks that
-- were left out before (0221). What is invoiced or cancelled keeps none: it never comes back (`order_status_moves`).
do $$
declare
  brand uuid;
begin
  perform set_config('changes.quiet', 'on', true);
  for brand in select id from brands loop
    perform tenant.set_context(brand, null, null);
    update orders o set is_signed = true
      where o.brand_id = brand and o.status not in ('invoiced', 'cancelled') and not o.is_signed
        and exists (select from traceability_statements s where s.brand_id = brand and s.order_id = o.id);
  end loop;
  perform set_config('tenant.context', '', true);
  perform set_config('changes.quiet', '', true);
end $$;
