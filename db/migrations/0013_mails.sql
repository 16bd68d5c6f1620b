-- Mails are written in the transaction that gives reason to them, and sent by a job once that is committed.

create type mail_state as enum ('waiting', 'kept', 'sent', 'failed');

create table mails (
  brand_id uuid not null references brands (id),
  id uuid not null default gen_random_uuid(),
  recipient mail_address not null,
  sender mail_address not null,
  sender_name text not null constraint mails__sender_name check (sender_name !~ '[[:cntrl:]]'),
  subject text not null constraint mails__subject check (subject <> '' and length(subject) <= 200 and subject !~ '[[:cntrl:]]'),
  text_part text,
  html_part text,
  -- `kept`: there was no mail server to give it to.
  state mail_state not null default 'waiting',
  tries integer not null default 0,
  -- What the mail server said at the last try.
  reason text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (brand_id, id),
  constraint mails__settled check ((settled_at is null) = (state = 'waiting')),
  constraint mails__reason check (state <> 'failed' or reason is not null),
  -- Links that open an account do not lie about once they are on their way.
  constraint mails__content check (
    (text_part is null) = (state = 'sent') and (html_part is null) = (state = 'sent'))
);
create index mails__recent on mails (brand_id, created_at desc, id);
create index mails__waiting on mails (brand_id, created_at) where state = 'waiting';

-- Anybody's doing may give reason to a mail; the laboratory alone reads them.
alter table mails enable row level security;
alter table mails force row level security;
create policy of_laboratory on mails
  using (brand_id = (select tenant.brand_id()) and (select tenant.audience()) in ('staff', 'laboratory'));
create policy written_by_anyone on mails for insert with check (brand_id = (select tenant.brand_id()));
grant select, delete on mails to arcade_app;
grant insert (brand_id, id, recipient, sender, sender_name, subject, text_part, html_part) on mails to arcade_app;
grant update (state, tries, reason, settled_at, text_part, html_part) on mails to arcade_app;
