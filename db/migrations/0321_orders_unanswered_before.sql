-- What was reported before the case said that it waits (0320).
do $$
declare
  brand uuid;
  waiting uuid[];
begin
  perform set_config('changes.quiet', 'on', true);
  for brand in select id from brands loop
    perform tenant.set_context(brand, null, null);
    -- Held first and judged then: what is answered meanwhile would be marked as it was before.
    waiting := array(select o.id from orders o where o.brand_id = brand and 'open' = any (o.problem_states)
      order by o.id for no key update);
    update orders o set has_unanswered_problem = true
      where o.brand_id = brand and o.id = any (waiting) and not o.has_unanswered_problem and exists (
        select from order_problems p join users u on u.brand_id = p.brand_id and u.id = p.reported_by
        where p.brand_id = brand and p.order_id = o.id and p.answered_at is null and p.settled_at is null
          and u.practice_id is not null);
  end loop;
  perform set_config('tenant.context', '', true);
  perform set_config('changes.quiet', '', true);
end $$;
