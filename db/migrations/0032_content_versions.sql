-- What is stored as JSON says in which shape: each release reads all shapes that were ever written. Those from before, and
-- what a process of the release before still writes, are the first.
alter table order_drafts add column content_version smallint not null default 1;
alter table order_templates add column content_version smallint not null default 1;
alter table traceability_statements add column content_version smallint not null default 1;
grant update (content_version) on order_drafts to arcade_app;
