-- no transaction
create index concurrently if not exists invoices__owed on invoices (brand_id, issued_on desc, id desc) include (practice_id, due_on, due_cents) where due_cents > 0;
