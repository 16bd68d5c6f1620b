-- How a laboratory signs its mails, and where answers to them go, as it was when each was written; the address that they come
-- from is the installation's to say.
alter type audit_kind add value if not exists 'mail_settings_changed';
alter type audit_kind add value if not exists 'test_mail_sent';

alter table brands
  add column mail_name text,
  add column mail_reply_to mail_address,
  add constraint brands__mail_name
    check (mail_name ~ '\S' and length(mail_name) <= 100 and mail_name !~ '[[:cntrl:]]') not valid;
grant update (mail_name, mail_reply_to) on brands to arcade_app;

alter table mails add column reply_to mail_address;
grant insert (reply_to) on mails to arcade_app;
