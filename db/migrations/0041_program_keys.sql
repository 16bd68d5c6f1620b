-- Whoever makes things has keys: users, and programs of the laboratory's, which are no users. Only two days are kept, so
-- that the table is rewritten in a moment. Processes of the release before go on writing user_id alone.
alter table idempotency_keys
  drop constraint idempotency_keys_pkey,
  alter column user_id drop not null,
  add column integration_id uuid,
  add column maker_id uuid not null generated always as (coalesce(user_id, integration_id)) stored,
  add constraint idempotency_keys__maker check (num_nonnulls(user_id, integration_id) = 1),
  add primary key (brand_id, maker_id, route, key);
