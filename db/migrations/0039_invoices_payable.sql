-- no transaction
create index concurrently if not exists invoices__payable on invoices (brand_id, issued_on desc, id desc) include (practice_id, status) where status = 'payable';
