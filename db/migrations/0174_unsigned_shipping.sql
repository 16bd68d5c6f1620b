-- Who lets a case leave whose traceability sheet nobody has signed; 'not_asked' where nobody is warned either.
alter type audit_kind add value if not exists 'unsigned_shipping_changed';
create type unsigned_shipping as enum ('not_asked', 'anyone', 'signers', 'administrators', 'nobody');
alter table brands add column unsigned_shipping unsigned_shipping not null default 'anyone';
grant update (unsigned_shipping) on brands to arcade_app;
