-- What practice and laboratory say to each other about a case.

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

alter table audit_events drop constraint audit_events_kind_check;
alter table audit_events
  add column order_id uuid,
  add constraint audit_events__kind check (kind in
    ('signed_in', 'sign_in_refused', 'signed_out', 'session_ended', 'refresh_token_reused', 'language_changed',
     'order_created', 'order_cancelled', 'order_status_changed', 'hold_answered', 'problem_reported', 'message_sent',
     'template_saved', 'template_deleted', 'attachment_added', 'attachment_removed', 'attachment_downloaded'));
