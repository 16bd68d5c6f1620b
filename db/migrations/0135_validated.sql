-- What was added while people were writing holds for the rows of before, too.
alter table audit_heads validate constraint audit_heads__beginning;
alter table invoices validate constraint invoices__answer;
alter table mails validate constraint mails__unsubscribe_url;
alter table order_problems validate constraint order_problems__answer;
alter table order_problems validate constraint order_problems__answered;
alter table order_problems validate constraint order_problems__put_right_on;
alter table order_problems validate constraint order_problems__settled;
alter table order_problems validate constraint order_problems__answered_by;
alter table order_problems validate constraint order_problems__settled_by;
alter table order_product_materials validate constraint order_product_materials__lot;
alter table product_families validate constraint product_families__import;
alter table products validate constraint products__created_by, validate constraint products__import;
alter table users validate constraint users__erased, validate constraint users__manager_sees_all;
