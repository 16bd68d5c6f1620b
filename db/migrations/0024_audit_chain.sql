-- Who saw what, and who was refused: views and refusals leave a line as deeds do. The lines of a laboratory are chained by
-- hash, so that one altered, taken out, put in or moved is found (`npm run audit:check`).
alter table audit_events
  -- Of a refusal, what was asked for: "GET /api/orders/:id".
  add column route text,
  -- What the address named, whether there is such a thing or not.
  add column subject_id uuid,
  -- Place in the chain of the laboratory, and the hash of this line together with the one before; null until sealed.
  add column position bigint,
  add column hash bytea,
  add constraint audit_events__sealed check ((position is null) = (hash is null)),
  add constraint audit_events__position unique (brand_id, position);
create index audit_events__unsealed on audit_events (brand_id, id) where position is null;

-- Added to whatever is known by now.
do $$
declare
  known text;
begin
  select string_agg(quote_literal(word[1]), ', ') into known
    from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as word
    where conrelid = 'audit_events'::regclass and conname = 'audit_events__kind';
  alter table audit_events drop constraint audit_events__kind;
  execute format(
    'alter table audit_events add constraint audit_events__kind check (kind in (%s, ''case_viewed'', ''files_viewed'',
       ''messages_viewed'', ''document_viewed'', ''calendar_viewed'', ''access_refused'', ''not_found_refused'')) not valid',
    known);
end $$;

-- The runtime role says what has happened, not when, nor at which place of the chain.
revoke insert on audit_events from arcade_app;
grant insert (brand_id, user_id, session_id, kind, request_id, order_id, route, subject_id) on audit_events to arcade_app;

-- The end of each laboratory's chain, so that lines missing at the end are missed too.
create table audit_heads (
  brand_id uuid primary key references brands (id),
  position bigint not null check (position >= 0),
  hash bytea not null check (octet_length(hash) = 32)
);
call tenant.protect_by_brand('audit_heads');

-- Of a line without what is null in it: columns that come later leave the hashes of earlier lines as they are.
create function tenant.audit_hash(previous bytea, line audit_events) returns bytea
language sql stable set search_path = pg_catalog, pg_temp set timezone = 'UTC'
return sha256(previous || convert_to((jsonb_strip_nulls(to_jsonb(line)) - 'hash')::text, 'UTF8'));
revoke all on function tenant.audit_hash(bytea, audit_events) from public;

-- Chains what the laboratory has written since, and says how many lines that were; the rest of a long row waits for the next
-- call. Sealed afterwards rather than when a line is written: whoever does something never waits for a colleague's commit.
create function tenant.seal_audit() returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  head public.audit_heads;
  line public.audit_events;
  sealed integer := 0;
begin
  if brand is null then
    raise exception 'no laboratory is open' using errcode = 'insufficient_privilege';
  end if;
  insert into public.audit_heads (brand_id, position, hash)
    values (brand, 0, sha256(convert_to(brand::text, 'UTF8'))) on conflict do nothing;
  select * into strict head from public.audit_heads h where h.brand_id = brand for update;
  for line in
    select * from public.audit_events e where e.brand_id = brand and e.position is null order by e.id limit 2000
  loop
    head.position := head.position + 1;
    line.position := head.position;
    head.hash := tenant.audit_hash(head.hash, line);
    update public.audit_events e set position = head.position, hash = head.hash
      where e.brand_id = brand and e.id = line.id;
    sealed := sealed + 1;
  end loop;
  update public.audit_heads h set position = head.position, hash = head.hash where h.brand_id = brand and sealed > 0;
  return sealed;
end $$;
revoke all on function tenant.seal_audit() from public;
grant execute on function tenant.seal_audit() to arcade_app;
