-- Views and refusals that the process has gathered, written with their place in the chain. Written first and sealed then, each
-- line was two versions of a row and an entry in every index twice: the better half of what a case that is looked at cost.

-- `cases` are the kinds whose id is that of a case; a file is looked up to find the case it belongs to. When it was and at which
-- place of the chain is said here, as in tenant.seal_audit(), and not by who calls.
create function tenant.keep_sightings(seen jsonb, cases public.audit_kind[]) returns integer
language plpgsql strict security definer set search_path = pg_catalog, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  sealed integer := 0;
  head public.audit_heads;
  line public.audit_events;
  lines public.audit_events[] := '{}';
begin
  -- Locked from here on, so that the lines of two processes follow each other.
  select * into head from public.audit_heads h where h.brand_id = brand for update;
  if not found or exists (select from public.audit_events e where e.brand_id = brand and e.position is null) then
    -- What was written before stands before, some thousands of lines at a time.
    loop
      sealed := sealed + tenant.seal_audit();
      exit when not exists (select from public.audit_events e where e.brand_id = brand and e.position is null);
    end loop;
    select * into strict head from public.audit_heads h where h.brand_id = brand;
  end if;
  for line in
    select brand, nextval('public.audit_events_id_seq'), now(), sighting."userId", sighting."sessionId", sighting.kind,
      sighting."requestId",
      case when sighting.kind = any (cases) then sighting.id
           when sighting.kind = 'attachment_downloaded' then a.order_id end,
      sighting.route, sighting.id, null, null
    from rows from (jsonb_to_recordset(seen) as (
      kind public.audit_kind, "userId" uuid, "sessionId" uuid, "requestId" text, route text, id uuid
    )) with ordinality as sighting (kind, "userId", "sessionId", "requestId", route, id, place)
    left join public.attachments a on a.brand_id = brand and a.id = sighting.id
    order by sighting.place
  loop
    head.position := head.position + 1;
    line.position := head.position;
    head.hash := tenant.audit_hash(head.hash, line);
    line.hash := head.hash;
    lines := lines || line;
  end loop;
  insert into public.audit_events overriding system value select * from unnest(lines);
  update public.audit_heads h set position = head.position, hash = head.hash where h.brand_id = brand;
  return sealed + cardinality(lines);
end $$;
revoke all on function tenant.keep_sightings(jsonb, public.audit_kind[]) from public;
grant execute on function tenant.keep_sightings(jsonb, public.audit_kind[]) to arcade_app;
