-- needs 0035_billing_console.sql
-- Looked at row by row without keeping anybody from writing; and what the functions of that migration took the place of.

alter table billing_settings validate constraint billing_settings__siret;
alter table billing_settings validate constraint billing_settings__seat;
alter table billing_settings validate constraint billing_settings__iban_right;
alter table billing_settings validate constraint billing_settings__bic_of_iban;
alter table order_products validate constraint order_products__own_price;
alter table payments validate constraint payments__by_hand;
alter table payments validate constraint payments__payer_reference;

drop function tenant.begin_run(date);
drop function tenant.enter_payment(uuid, uuid[], bigint, date, text);
