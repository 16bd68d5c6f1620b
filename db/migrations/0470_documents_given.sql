alter type audit_kind add value if not exists 'invoice_document_given';
