-- What was answered about what a file does not say (decision 0078): the VAT of its new products, by family, since what is taken for exempt
-- goes wrong onto invoices, which are final; and how far its cases are, one answer for all of them.
alter table imports
  add column vats jsonb not null default '{}' check (jsonb_typeof(vats) = 'object'),
  add column status order_status;
grant update (vats, status) on imports to arcade_app;
