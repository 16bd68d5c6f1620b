-- no transaction
drop index concurrently if exists orders__laboratory_history;
