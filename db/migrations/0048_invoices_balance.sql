-- no transaction
-- As invoices__open, and what is on its way besides: what a practice owes is summed from here.
create index concurrently if not exists invoices__balance on invoices (brand_id, practice_id, due_on) include (due_cents, pending_cents, type, status) where due_cents <> 0;
