-- What happened, for the laboratory's administrators to read: by who did it, what it was, when, and whose practice or case it
-- was about; and the chain of it, for them to have it checked.

alter type audit_kind add value if not exists 'audit_viewed';
alter type audit_kind add value if not exists 'audit_exported';
alter type audit_kind add value if not exists 'audit_checked';

-- Latest first; an empty list narrows nothing. Each way in has an index that bounds it: the lines of a case, of a person, of
-- the people and cases of a practice, or, of each kind of line, the latest few of the period.
create function tenant.audit_lines(since timestamptz, until timestamptz, kinds audit_kind[], people uuid[], practices uuid[],
  cases uuid[], before bigint, most integer)
returns table (id bigint, at timestamptz, user_id uuid, kind audit_kind, request_id text, order_id uuid, route text,
  subject_id uuid)
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  before_at timestamptz;
  chosen audit_kind[] := case when cardinality(kinds) = 0 then enum_range(null::audit_kind) else kinds end;
begin
  perform tenant.refuse_unless_administrator();
  select e.at into before_at from audit_events e where e.brand_id = brand and e.id = before;
  before_at := coalesce(before_at, 'infinity');
  if cardinality(cases) > 0 then
    return query
      select e.id, e.at, e.user_id, e.kind, e.request_id, e.order_id, e.route, e.subject_id from audit_events e
      where e.brand_id = brand and e.order_id = any (cases) and e.kind = any (chosen)
        and (cardinality(people) = 0 or e.user_id = any (people))
        and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
      order by e.at desc, e.id desc limit most;
  elsif cardinality(people) > 0 then
    return query
      select e.id, e.at, e.user_id, e.kind, e.request_id, e.order_id, e.route, e.subject_id from audit_events e
      where e.brand_id = brand and e.user_id = any (people) and e.kind = any (chosen)
        and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
      order by e.at desc, e.id desc limit most;
  elsif cardinality(practices) > 0 then
    return query
      with people_of as materialized (
        select u.id from users u where u.brand_id = brand and u.practice_id = any (practices)
      ), about as materialized (
        select id from people_of union all select unnest(practices)
      ), found as materialized (
        select e.id from people_of p join audit_events e on e.brand_id = brand and e.user_id = p.id
        union
        select e.id from about a join audit_events e on e.brand_id = brand and e.subject_id = a.id and e.route is null
        union
        select e.id from orders o join audit_events e on e.brand_id = brand and e.order_id = o.id
          where o.brand_id = brand and o.practice_id = any (practices)
      )
      select e.id, e.at, e.user_id, e.kind, e.request_id, e.order_id, e.route, e.subject_id
      from found join audit_events e on e.brand_id = brand and e.id = found.id
      where e.kind = any (chosen) and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
      order by e.at desc, e.id desc limit most;
  else
    return query
      select l.id, l.at, l.user_id, l.kind, l.request_id, l.order_id, l.route, l.subject_id
      from unnest(chosen) as one (kind) cross join lateral (
        select e.* from audit_events e
        where e.brand_id = brand and e.kind = one.kind and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
        order by e.at desc, e.id desc limit most
      ) as l
      order by l.at desc, l.id desc limit most;
  end if;
end $$;

-- Lines of the chain as they are hashed, after a place of it. The hashes are computed by who reads them, not here.
create function tenant.audit_links(after bigint, most integer)
returns table ("position" bigint, hash bytea, line text)
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
#variable_conflict use_column
begin
  perform tenant.refuse_unless_administrator();
  return query
    select e.position, e.hash, (jsonb_strip_nulls(to_jsonb(e)) - 'hash')::text from audit_events e
    where e.brand_id = tenant.brand_id() and e.position > after order by e.position limit most;
end $$;

-- Both ends of the chain, the hash of the line at a place of it, and how many lines are not in it yet.
create function tenant.audit_chain(at_place bigint)
returns table ("position" bigint, hash bytea, begins_after bigint, begins_hash bytea, removed_until timestamptz,
  is_early boolean, unsealed bigint, hash_there bytea)
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform tenant.refuse_unless_administrator();
  return query
    select coalesce(h.position, 0), h.hash, coalesce(h.begins_after, 0), h.begins_hash, h.removed_until,
      coalesce(h.removed_until > now() - interval '12 months', false),
      (select count(*) from audit_events e where e.brand_id = b.id and e.position is null),
      (select e.hash from audit_events e where e.brand_id = b.id and e.position = at_place)
    from brands b left join audit_heads h on h.brand_id = b.id where b.id = tenant.brand_id();
end $$;

revoke all on function
  tenant.audit_lines(timestamptz, timestamptz, audit_kind[], uuid[], uuid[], uuid[], bigint, integer),
  tenant.audit_links(bigint, integer), tenant.audit_chain(bigint) from public;
grant execute on function
  tenant.audit_lines(timestamptz, timestamptz, audit_kind[], uuid[], uuid[], uuid[], bigint, integer),
  tenant.audit_links(bigint, integer), tenant.audit_chain(bigint) to arcade_app;
