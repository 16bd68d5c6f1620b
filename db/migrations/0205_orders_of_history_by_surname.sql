-- no transaction
-- Patients of finished cases by what their surnames begin with.
create index concurrently if not exists orders__laboratory_history_by_surname on orders (brand_id, patient_surname collate "fr-x-icu")
  where patient_surname is not null and status in ('delivered', 'invoiced', 'cancelled');
