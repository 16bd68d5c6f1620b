-- Answers of creating calls by the key that the caller gave them (security.md S54): an answer that was lost on the way
-- is found again, and nothing is made twice.
create table idempotency_keys (
  brand_id uuid not null,
  user_id uuid not null,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  -- SHA-256 of what was sent.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  status smallint not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, user_id, route, key),
  foreign key (brand_id, user_id) references users (brand_id, id)
);
create index idempotency_keys__age on idempotency_keys (created_at);
call tenant.protect_by_user('idempotency_keys');
grant select, insert, delete on idempotency_keys to arcade_app;
