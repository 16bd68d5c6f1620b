-- What practice and laboratory say to each other about a case, and the files of it.

create type problem_kind as enum ('fit', 'shade', 'contact', 'breakage', 'late', 'missing', 'other');

create table order_messages (
  brand_id uuid not null,
  practice_id uuid not null,
  order_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Order of the thread; clocks of several machines are not to be trusted for that.
  sequence bigint generated always as identity,
  author_id uuid not null,
  is_from_laboratory boolean not null,
  body text not null check (body <> '' and length(body) <= 4000),
  created_at timestamptz not null default now(),
  primary key (brand_id, order_id, id),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id),
  foreign key (brand_id, author_id) references users (brand_id, id)
);
create index order_messages__thread on order_messages (brand_id, order_id, sequence);
call tenant.protect_by_practice('order_messages');
grant select, insert on order_messages to arcade_app;

create table order_problems (
  brand_id uuid not null,
  practice_id uuid not null,
  order_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind problem_kind not null,
  description text not null check (length(description) <= 4000),
  -- The new case, where the practice asked for the work to be made again.
  remake_id uuid,
  reported_by uuid not null,
  reported_at timestamptz not null default now(),
  primary key (brand_id, order_id, id),
  constraint order_problems__id unique (brand_id, id),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id),
  foreign key (brand_id, practice_id, remake_id) references orders (brand_id, practice_id, id),
  foreign key (brand_id, reported_by) references users (brand_id, id)
);
call tenant.protect_by_practice('order_problems');
grant select, insert on order_problems to arcade_app;

create type attachment_state as enum ('uploading', 'ready', 'removed', 'held');
create type attachment_type as enum ('jpg', 'png', 'webp', 'pdf', 'stl', 'ply', 'obj', '3mf');

-- Files of a case, or of a draft until it is sent. The row comes before the bytes and goes after them, so that a file
-- without a row cannot exist: what was cut off in between is found by its state. What the virus scanner could not look at is
-- held back until it can.
create table attachments (
  brand_id uuid not null,
  id uuid not null default gen_random_uuid(),
  practice_id uuid not null,
  order_id uuid,
  draft_id uuid,
  -- Of a photo that shows a reported problem.
  problem_id uuid,
  -- What an upload is, is known only once it has come: until then its row has neither name nor type.
  name text check (name <> '' and length(name) <= 200),
  type attachment_type,
  state attachment_state not null default 'uploading',
  -- Bytes as stored; null until they are.
  size integer check (size > 0),
  -- Of the bytes as they were sent: a repeated sending is the same file.
  sha256 bytea check (octet_length(sha256) = 32),
  -- A scan that was compressed in the browser and leaves as the STL it was.
  is_compressed boolean not null default false,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id),
  foreign key (brand_id, draft_id) references order_drafts (brand_id, id),
  foreign key (brand_id, problem_id) references order_problems (brand_id, id),
  foreign key (brand_id, created_by) references users (brand_id, id),
  -- A removed one may have lost its draft.
  constraint attachments__belongs check (num_nonnulls(order_id, draft_id) = 1 or state = 'removed' and order_id is null),
  constraint attachments__whole
    check (state in ('uploading', 'removed') or num_nulls(name, type, size, sha256) = 0)
);
create index attachments__order on attachments (brand_id, order_id) where order_id is not null;
create index attachments__draft on attachments (brand_id, draft_id) where draft_id is not null;
-- How much a practice keeps.
create index attachments__practice on attachments (brand_id, practice_id) include (size) where state <> 'removed';
-- What the sweep looks for.
create index attachments__unfinished on attachments (brand_id, created_at) where state <> 'ready';
call tenant.protect_by_practice('attachments');
grant select, insert, delete on attachments to arcade_app;
grant update (order_id, draft_id, problem_id, name, type, state, size, sha256, is_compressed) on attachments to arcade_app;

-- Upkeep goes through the laboratories that have something to clear away. It is told their ids and nothing else. For this the owner sees unfinished rows of all laboratories, but within a laboratory that
-- laboratory's and nothing else.
create policy unfinished_for_upkeep on attachments for select to arcade_owner
  using (state <> 'ready' and (select tenant.brand_id()) is null);

create function tenant.laboratories_for_upkeep(valid_until bigint, signed bytea) returns setof uuid
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.refuse_unless_signed('upkeep/' || valid_until, valid_until, signed);
  return query select distinct a.brand_id from attachments a where a.state <> 'ready';
end $$;
revoke all on function tenant.laboratories_for_upkeep(bigint, bytea) from public;
grant execute on function tenant.laboratories_for_upkeep(bigint, bytea) to arcade_app;
