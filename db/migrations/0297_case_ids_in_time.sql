-- A case gets an id that begins with the moment it was made in (as version 7 of uuids, which PostgreSQL 15 has no function for):
-- what hangs on the latest cases lies together in every index that begins with a case, however many there have been before.
-- Seventy-four of its bits are drawn as ever. Cases keep the ids that they have.
create function new_case_id(made_at timestamptz default clock_timestamp()) returns uuid
language sql volatile parallel safe set search_path = pg_catalog, pg_temp as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from made_at) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;
alter table orders alter column id set default new_case_id();
