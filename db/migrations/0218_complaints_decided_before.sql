-- What was decided before the problem said so itself (0217).
do $$
declare
  brand uuid;
begin
  for brand in select id from brands loop
    perform tenant.set_context(brand, null, null);
    update order_problems p set is_decided = true
      where p.brand_id = brand and not p.is_decided
        and exists (select from complaint_decisions d where d.brand_id = brand and d.problem_id = p.id);
  end loop;
  perform set_config('tenant.context', '', true);
end $$;
