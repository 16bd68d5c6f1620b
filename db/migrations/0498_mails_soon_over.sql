-- A mail whose link is over within half an hour has half an hour of tries. One whose job was lost is not sent an hour later: its link opens
-- nothing any more, and whoever wants one has asked for another.
alter table mails add column is_soon_over boolean not null default false;
grant insert (is_soon_over) on mails to arcade_app;
