-- Who takes cards for a laboratory, and what the provider of the demonstration remembers.

create type card_provider as enum ('stripe', 'sandbox');

-- A laboratory without a line here takes no cards.
create table card_settings (
  brand_id uuid primary key references brands (id),
  provider card_provider not null,
  -- The laboratory's own account with Stripe, where its money goes; nothing where it is the installation's.
  stripe_account text check (stripe_account ~ '^acct_[A-Za-z0-9]{1,60}$'),
  constraint card_settings__account check (stripe_account is null or provider = 'stripe'),
  constraint card_settings__provider unique (brand_id, provider)
);
call tenant.protect_by_brand('card_settings');
grant select on card_settings to arcade_app;

-- The sandbox stands for another house: it knows payments by what it was told, and has no table of ours.
create type sandbox_state as enum ('open', 'paid', 'over');
create table sandbox_checkouts (
  brand_id uuid not null,
  provider card_provider not null default 'sandbox' check (provider = 'sandbox'),
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  label text not null,
  amount_cents bigint not null check (amount_cents > 0),
  return_url text not null check (return_url ~ '^https?://'),
  state sandbox_state not null default 'open',
  refunded_cents bigint not null default 0,
  -- By which a refund that is asked for again is recognised.
  refund_keys text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint sandbox_checkouts__payment unique (brand_id, payment_id),
  -- Only where the laboratory uses the sandbox.
  foreign key (brand_id, provider) references card_settings (brand_id, provider),
  constraint sandbox_checkouts__refunded check (refunded_cents between 0 and amount_cents
    and (refunded_cents = 0 or state = 'paid'))
);
call tenant.protect_by_brand('sandbox_checkouts');
grant select, insert on sandbox_checkouts to arcade_app;
grant update (state, refunded_cents, refund_keys) on sandbox_checkouts to arcade_app;
