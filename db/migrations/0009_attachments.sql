-- Files of a case, or of a draft until it is sent. The row comes before the bytes and goes after them, so that a file
-- without a row cannot exist: what was cut off in between is found by its state.

create type attachment_state as enum ('uploading', 'ready', 'removed');
create type attachment_type as enum ('jpg', 'png', 'webp', 'pdf', 'stl', 'ply', 'obj', '3mf');

create table attachments (
  brand_id uuid not null,
  id uuid not null default gen_random_uuid(),
  practice_id uuid not null,
  order_id uuid,
  draft_id uuid,
  -- Of a photo that shows a reported problem.
  problem_id uuid,
  name text not null check (name <> '' and length(name) <= 200),
  type attachment_type not null,
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
  constraint attachments__ready_is_whole check (state <> 'ready' or size is not null and sha256 is not null)
);
create index attachments__order on attachments (brand_id, order_id) where order_id is not null;
create index attachments__draft on attachments (brand_id, draft_id) where draft_id is not null;
-- What the sweep looks for.
create index attachments__unfinished on attachments (brand_id, created_at) where state <> 'ready';
call tenant.protect_by_practice('attachments');
grant select, insert, delete on attachments to arcade_app;
grant update (order_id, draft_id, problem_id, type, state, size, sha256, is_compressed) on attachments to arcade_app;

alter table brands
  -- A laboratory may allow less than 5 MB and 20 files a case, never more.
  add column attachment_maximum_bytes integer not null default 5242880
    check (attachment_maximum_bytes between 102400 and 5242880),
  add column attachment_maximum_count smallint not null default 20 check (attachment_maximum_count between 0 and 20);
