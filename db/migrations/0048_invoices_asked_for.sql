-- no transaction
-- What is owed and not on its way altogether.
create index concurrently if not exists invoices__to_pay on invoices (brand_id, issued_on desc, id desc) include (practice_id, due_on) where due_cents > 0 and status <> 'to_reconcile';
