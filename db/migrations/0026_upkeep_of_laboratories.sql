-- Upkeep that concerns every laboratory: it is told one host of each, and opens them as anyone does.
create function tenant.hosts_of_laboratories(valid_until bigint, signed bytea) returns setof text
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.refuse_unless_signed('hosts/' || valid_until, valid_until, signed);
  return query select min(h.host) from brand_hosts h group by h.brand_id;
end $$;
revoke all on function tenant.hosts_of_laboratories(bigint, bytea) from public;
grant execute on function tenant.hosts_of_laboratories(bigint, bytea) to arcade_app;

-- Long after a session has ended nobody asks any more where someone was signed in. The runtime role deletes no other.
create function tenant.delete_old_sessions() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  delete from sessions
  where brand_id = tenant.brand_id() and coalesce(ended_at, used_at) < now() - interval '90 days';
end;
revoke all on function tenant.delete_old_sessions() from public;
grant execute on function tenant.delete_old_sessions() to arcade_app;
