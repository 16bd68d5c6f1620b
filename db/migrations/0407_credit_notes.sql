-- no transaction
-- A credit note is one piece of hundreds.
create index concurrently if not exists invoices__credits on invoices (brand_id, issued_on desc, id desc) include (practice_id) where type = 'credit';
