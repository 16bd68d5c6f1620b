-- What the laboratory has decided of a request for a change is a notice like others: at once, in the digest, or never.
alter type notice_kind add value if not exists 'request_decided';

-- Whoever asks for an account and has one is mailed a link to it instead.
alter table signup_requests add column is_sent_link boolean not null default false,
  add constraint signup_requests__sent_link check (not is_sent_link or (state = 'refused' and reason is null)) not valid;
grant update (is_sent_link) on signup_requests to arcade_app;
