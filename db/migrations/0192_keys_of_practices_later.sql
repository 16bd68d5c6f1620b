-- Where two practices become one, all of their rows change hands in one transaction: until its end what belongs together may
-- stand with either. For everybody else each statement is judged as before.
alter table attachments
  alter constraint attachments_brand_id_practice_id_order_id_fkey deferrable initially immediate,
  alter constraint attachments__photo_of_hand_over deferrable initially immediate;
alter table handed_cases
  alter constraint handed_cases_brand_id_practice_id_hand_over_id_fkey deferrable initially immediate,
  alter constraint handed_cases_brand_id_practice_id_order_id_fkey deferrable initially immediate;
alter table invoice_lines
  alter constraint invoice_lines_brand_id_practice_id_order_id_fkey deferrable initially immediate;
alter table invoice_orders
  alter constraint invoice_orders_brand_id_practice_id_order_id_fkey deferrable initially immediate;
alter table notices
  alter constraint notices_brand_id_practice_id_order_id_fkey deferrable initially immediate;
alter table order_events
  alter constraint order_events_brand_id_practice_id_order_id_fkey deferrable initially immediate;
alter table order_messages
  alter constraint order_messages_brand_id_practice_id_order_id_fkey deferrable initially immediate;
alter table order_problems
  alter constraint order_problems_brand_id_practice_id_order_id_fkey deferrable initially immediate,
  alter constraint order_problems_brand_id_practice_id_remake_id_fkey deferrable initially immediate;
alter table order_product_materials
  alter constraint order_product_materials_brand_id_practice_id_order_id_fkey deferrable initially immediate;
alter table order_products
  alter constraint order_products_brand_id_practice_id_order_id_fkey deferrable initially immediate;
alter table order_requests
  alter constraint order_requests_brand_id_practice_id_order_id_fkey deferrable initially immediate;
alter table order_subcontractors
  alter constraint order_subcontractors_brand_id_practice_id_order_id_fkey deferrable initially immediate;
alter table orders
  alter constraint orders__prescriber_id deferrable initially immediate,
  alter constraint orders_brand_id_practice_id_remake_of_fkey deferrable initially immediate;
alter table recall_notices
  alter constraint recall_notices_brand_id_practice_id_order_id_fkey deferrable initially immediate;
alter table release_checks
  alter constraint release_checks_brand_id_practice_id_order_id_fkey deferrable initially immediate;
alter table supply_order_lines
  alter constraint supply_order_lines_brand_id_practice_id_supply_order_id_fkey deferrable initially immediate;
alter table traceability_statements
  alter constraint traceability_statements_brand_id_practice_id_order_id_fkey deferrable initially immediate;
alter table unread_cases
  alter constraint unread_cases_brand_id_practice_id_order_id_fkey deferrable initially immediate;
