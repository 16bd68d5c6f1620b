-- no transaction
create index concurrently if not exists invoices__undecided on invoices (brand_id, issued_on desc, id desc) include (practice_id, status) where status in ('to_validate', 'in_validation', 'validated', 'to_reconcile', 'rejected');
