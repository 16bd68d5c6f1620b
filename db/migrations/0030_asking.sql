-- Who asks for an account without a word back, and who asks for a change with the wrong password.

alter type audit_kind add value if not exists 'own_password_refused';

-- Nobody is told: it was sent by a machine, or with the address of somebody else.
alter table signup_requests add column is_refused_silently boolean not null default false;
alter table signup_requests add constraint signup_requests__silent
  check (not is_refused_silently or (state = 'refused' and reason is null));
grant update (is_refused_silently) on signup_requests to arcade_app;
