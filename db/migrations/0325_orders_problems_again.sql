-- 0311 judged before it held: a problem that was answered while it waited for another case's row left its own case marked as open. Only
-- what differs is held; what changes from here on marks itself.
do $$
declare
  brand uuid;
  differing uuid[];
begin
  perform set_config('changes.quiet', 'on', true);
  for brand in select id from brands loop
    perform tenant.set_context(brand, null, null);
    differing := array(
      select o.id from orders o join (
        select p.order_id, array_agg(distinct (case when p.settled_at is not null then 'settled'
            when p.answered_at is not null then 'answered' else 'open' end)::problem_state) as states
          from order_problems p where p.brand_id = brand group by p.order_id) said on said.order_id = o.id
      where o.brand_id = brand and o.problem_states <> said.states order by o.id for no key update of o);
    update orders o set problem_states = (
        select array_agg(distinct (case when p.settled_at is not null then 'settled'
          when p.answered_at is not null then 'answered' else 'open' end)::problem_state)
        from order_problems p where p.brand_id = brand and p.order_id = o.id),
      has_unanswered_problem = exists (
        select from order_problems p join users u on u.brand_id = p.brand_id and u.id = p.reported_by
        where p.brand_id = brand and p.order_id = o.id and p.answered_at is null and p.settled_at is null
          and u.practice_id is not null)
      where o.brand_id = brand and o.id = any (differing);
  end loop;
  perform set_config('tenant.context', '', true);
  perform set_config('changes.quiet', '', true);
end $$;
