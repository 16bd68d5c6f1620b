-- What the laboratory issues to a practice is a notice like others: at once, in the digest, or never.
alter type notice_kind add value if not exists 'invoice';

alter table notices add column invoice_id uuid,
  add constraint notices__invoice foreign key (brand_id, practice_id, invoice_id)
    references invoices (brand_id, practice_id, id) not valid;
