-- no transaction
drop index concurrently if exists invoices__open;
