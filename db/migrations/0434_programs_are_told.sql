-- When a key was used last, to the nearest ten minutes: whether the software still comes.
alter table program_keys add column seen_at timestamptz;
create function tenant.note_program_seen(key uuid) returns void
language sql volatile strict security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  update program_keys k set seen_at = now()
    from (
      -- Of ten calls at once one notes it, and the others do not wait for that.
      select seen.brand_id, seen.id from program_keys seen
      where seen.brand_id = tenant.brand_id() and seen.id = key and seen.program_id = tenant.user_id()
        and (seen.seen_at is null or seen.seen_at < now() - interval '10 minutes')
      for update skip locked) free
    where k.brand_id = free.brand_id and k.id = free.id;
end;
revoke all on function tenant.note_program_seen(uuid) from public;
grant execute on function tenant.note_program_seen(uuid) to arcade_app;

-- Where a program wants to be told that there is something to fetch. What it is, it asks for itself: nothing of a case leaves so.
create table program_addresses (
  brand_id uuid not null,
  program_id uuid not null,
  url text not null check (url ~ '^https?://\S+$' and length(url) <= 500),
  -- With which each telling is signed; kept whole, since both sides have to have it.
  secret bytea not null check (octet_length(secret) = 32),
  -- Place in the chain of the audit.
  told_until bigint not null default 0,
  -- It is being told at the moment, or waits to be told again: nobody else tells it meanwhile.
  telling_since timestamptz,
  answered_at timestamptz,
  -- Since when it has not answered, and what it said in place of that.
  failing_since timestamptz,
  failure text,
  primary key (brand_id, program_id),
  foreign key (brand_id, program_id) references users (brand_id, id)
);
call tenant.protect_by_brand('program_addresses');
create policy settings_only on program_addresses as restrictive to arcade_app
  using ((select tenant.refuse_unless_settings())) with check ((select tenant.refuse_unless_settings()));
grant select, insert, delete, update (url, secret, told_until, telling_since, answered_at, failing_since, failure)
  on program_addresses to arcade_app;

-- Which programs have something to fetch that they have not been told of. Said once: whoever fetches finds all of it.
create function tenant.programs_to_tell(kinds audit_kind[]) returns setof uuid
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
begin
  if tenant.audience() is distinct from 'laboratory' then
    raise exception 'the laboratory itself asks this' using errcode = 'insufficient_privilege';
  end if;
  return query
    with waiting as materialized (
      select a.program_id, h.position, exists (
          select from audit_events e
          where e.brand_id = brand and e.position > a.told_until and e.position <= h.position
            and e.kind = any (kinds) and e.user_id is distinct from a.program_id) as has_news
      from program_addresses a
      join audit_heads h on h.brand_id = a.brand_id and h.position > a.told_until
      join users u on u.brand_id = a.brand_id and u.id = a.program_id and u.disabled_at is null
      where a.brand_id = brand
        -- A process that was killed tells nobody any more.
        and (a.telling_since is null or a.telling_since < now() - interval '6 hours')
      for update of a
    ), told as (
      update program_addresses a set told_until = w.position, telling_since = case when w.has_news then now() end
        from waiting w where a.brand_id = brand and a.program_id = w.program_id)
    select w.program_id from waiting w where w.has_news;
end $$;
revoke all on function tenant.programs_to_tell(audit_kind[]) from public;
grant execute on function tenant.programs_to_tell(audit_kind[]) to arcade_app;
