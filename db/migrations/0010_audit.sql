-- Who did what, who saw what, and who was refused. The lines of a laboratory are chained by hash, so that one altered, taken
-- out, put in or moved is found (`npm run audit:check`).

-- An enum, because another word is added without a lock on the table: a check would be dropped and made anew under one, and
-- a key to a table of words would have every line that is written lock the row of its word.
create type audit_kind as enum (
  'signed_in', 'sign_in_refused', 'signed_out', 'session_ended', 'refresh_token_reused', 'language_changed',
  'order_created', 'order_cancelled', 'order_status_changed', 'hold_answered', 'problem_reported', 'message_sent',
  'template_saved', 'template_deleted', 'attachment_added', 'attachment_removed', 'attachment_downloaded',
  'materials_recorded', 'statement_signed', 'absence_declared', 'absence_deleted', 'ride_requested', 'ride_cancelled',
  'ride_status_changed', 'supplies_ordered', 'supply_order_status_changed', 'calendar_feed_made', 'calendar_feed_revoked',
  'case_viewed', 'files_viewed', 'messages_viewed', 'document_viewed', 'calendar_viewed', 'access_refused',
  'not_found_refused'
);

create table audit_events (
  brand_id uuid not null references brands (id),
  id bigint generated always as identity,
  at timestamptz not null default now(),
  user_id uuid,
  session_id uuid,
  kind audit_kind not null,
  request_id text not null,
  order_id uuid,
  -- Of a refusal, what was asked for: "GET /api/orders/:id".
  route text,
  -- What the address named, whether there is such a thing or not.
  subject_id uuid,
  -- Place in the chain of the laboratory, and the hash of this line together with the one before; null until sealed.
  position bigint,
  hash bytea,
  primary key (brand_id, id),
  constraint audit_events__position unique (brand_id, position),
  constraint audit_events__sealed check ((position is null) = (hash is null))
);
create index audit_events__unsealed on audit_events (brand_id, id) where position is null;
call tenant.protect_by_brand('audit_events');
-- Append-only: the runtime role may add a line and read none back. It says what has happened, not when, nor at which place
-- of the chain.
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
