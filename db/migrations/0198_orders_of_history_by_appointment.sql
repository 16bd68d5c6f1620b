-- no transaction
create index concurrently if not exists orders__laboratory_history_by_appointment on orders (brand_id, appointment_at, code)
  include (id, practice_id) where status in ('delivered', 'invoiced', 'cancelled');
