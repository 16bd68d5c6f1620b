-- no transaction
drop index concurrently if exists order_events__delivered;
