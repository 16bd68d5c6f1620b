-- A user begins more than one: each has its own id, which the page gives it.
alter table order_drafts drop constraint order_drafts__user;
