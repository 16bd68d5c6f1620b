-- What was reported before the case said so itself (0310).
do $$
declare
  brand uuid;
begin
  perform set_config('changes.quiet', 'on', true);
  for brand in select id from brands loop
    perform tenant.set_context(brand, null, null);
    update orders o set problem_states = said.states
      from (select p.order_id, array_agg(distinct (case when p.settled_at is not null then 'settled'
          when p.answered_at is not null then 'answered' else 'open' end)::problem_state) as states
        from order_problems p where p.brand_id = brand group by p.order_id) said
      where o.brand_id = brand and o.id = said.order_id and o.problem_states <> said.states;
  end loop;
  perform set_config('tenant.context', '', true);
  perform set_config('changes.quiet', '', true);
end $$;
