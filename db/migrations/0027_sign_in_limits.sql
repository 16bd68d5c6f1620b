-- Wrong passwords, counted per laboratory whatever host name it was called by. Replaces rate_limits, which processes of the
-- release before still write while this one takes over: a later release drops it.
create table sign_in_limits (
  brand_id uuid not null references brands (id),
  kind text not null constraint sign_in_limits__kind check (kind in
    ('account_at_address', 'address', 'network', 'account', 'device')),
  -- A hash: the table shows neither who signs in nor from where.
  key bytea not null check (octet_length(key) = 32),
  failures integer not null default 0 check (failures >= 0),
  forgotten_at timestamptz not null,
  -- Passwords that are being looked at, right or wrong; those of a process that was killed are let go after a while.
  in_flight integer not null default 0 check (in_flight >= 0),
  in_flight_until timestamptz not null default now(),
  primary key (brand_id, kind, key)
);
create index sign_in_limits__forgotten on sign_in_limits (brand_id, forgotten_at);
call tenant.protect_by_brand('sign_in_limits');
grant select, insert, update, delete on sign_in_limits to arcade_app;
