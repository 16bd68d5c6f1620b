-- What an upload is, is known only once it has come: until then its row has neither name nor type. What the virus scanner
-- could not look at is held back until it can.
alter type attachment_state add value 'held';
alter table attachments
  alter column name drop not null,
  alter column type drop not null,
  drop constraint attachments__ready_is_whole,
  add constraint attachments__whole
    check (state in ('uploading', 'removed') or num_nulls(name, type, size, sha256) = 0);
grant update (name) on attachments to arcade_app;

-- Of all files of a practice.
alter table brands add column attachment_quota_bytes bigint not null default 2147483648
  check (attachment_quota_bytes >= 0);
create index attachments__practice on attachments (brand_id, practice_id) include (size) where state <> 'removed';

-- Upkeep goes through the laboratories that have something to clear away. It is told their hosts and nothing else, and
-- opens them as anyone does. The owner sees unfinished rows of all laboratories for this.
create policy unfinished_for_upkeep on attachments for select to arcade_owner using (state <> 'ready');

create function tenant.hosts_for_upkeep(valid_until bigint, signed bytea) returns setof text
language plpgsql stable security definer set search_path = pg_catalog, public as $$
begin
  if signed is distinct from tenant.signature('upkeep/' || valid_until)
     or valid_until < extract(epoch from clock_timestamp()) then
    raise exception 'opening refused' using errcode = 'insufficient_privilege';
  end if;
  return query
    select min(h.host) from brand_hosts h
    where h.brand_id in (select a.brand_id from attachments a where a.state <> 'ready')
    group by h.brand_id;
end $$;
revoke all on function tenant.hosts_for_upkeep(bigint, bytea) from public;
grant execute on function tenant.hosts_for_upkeep(bigint, bytea) to arcade_app;
