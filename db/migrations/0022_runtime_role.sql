-- A temporary table stands before every other in an unqualified name: the runtime role makes none, and what runs as its
-- definer looks among them last.
do $$
begin
  execute format('revoke create, temporary on database %I from public, arcade_app', current_database());
end $$;

alter function tenant.signature(text) set search_path = pg_catalog, pg_temp;
alter function tenant.context_signature(text) set search_path = pg_catalog, pg_temp;
alter function tenant.set_context(uuid, uuid, uuid) set search_path = pg_catalog, pg_temp;
alter function tenant.claim(integer) set search_path = pg_catalog, pg_temp;
alter function tenant.brand_id() set search_path = pg_catalog, pg_temp;
alter function tenant.practice_id() set search_path = pg_catalog, pg_temp;
alter function tenant.user_id() set search_path = pg_catalog, pg_temp;
alter function tell_change() set search_path = pg_catalog, public, pg_temp;
alter function order_status_moves() set search_path = pg_catalog, public, pg_temp;
alter function searchable(text) set search_path = pg_catalog, pg_temp;
alter function search_patterns(text) set search_path = pg_catalog, public, pg_temp;
