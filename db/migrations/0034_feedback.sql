-- What people of a practice say through the laboratory's own feedback widget.
create table feedback (
  brand_id uuid not null,
  practice_id uuid not null,
  id uuid not null default gen_random_uuid(),
  author_id uuid not null,
  body text not null check (body <> '' and length(body) <= 2000),
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, author_id) references users (brand_id, id)
);
create index feedback__recent on feedback (brand_id, created_at desc);
create index feedback__of_author on feedback (brand_id, author_id, created_at);
call tenant.protect_by_practice('feedback');
grant select, insert on feedback to arcade_app;

-- A widget of ours stands at a path of the laboratory's own host.
alter table brands drop constraint brands_feedback_widget_url_check;
alter table brands add constraint brands__feedback_widget_url
  check (feedback_widget_url ~ '^(https?://|/(?!/))[^\s"''<>;,\\]+$') not valid;
alter table brands validate constraint brands__feedback_widget_url;
