-- no transaction
-- A kind that comes as a value is searched in no index, because comparing enums is not leakproof and the policies come
-- first: each line stands in one index by the group in which it is looked for, and whatever is named nowhere in the last.
create index concurrently if not exists audit_events__readings on audit_events (brand_id, at desc, id desc)
  where kind in (
    'case_viewed', 'files_viewed', 'messages_viewed', 'document_viewed', 'attachment_downloaded', 'calendar_viewed',
    'invoices_viewed', 'invoice_viewed', 'invoice_document_viewed', 'account_statement_viewed', 'case_readers_viewed',
    'audit_viewed', 'audit_checked'
  );
