-- needs 0121_several_drafts.sql
-- A user begins more than one: each has its own id, which the page gives it. The release before keeps one a user by this, and
-- could keep none any more: it is not started again on what this has run on.
alter table order_drafts drop constraint order_drafts__user;
