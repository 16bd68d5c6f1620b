-- no transaction
-- A balance of before that was mistyped is corrected by a piece of its own, which names the first one.
create unique index concurrently if not exists invoices__one_first_balance on invoices (brand_id, practice_id)
  where type = 'initialBalance' and corrects_id is null;
