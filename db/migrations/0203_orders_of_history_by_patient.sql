-- no transaction
-- Patients of finished cases by what their names begin with, whatever the accents and capitals.
create index concurrently if not exists orders__laboratory_history_by_patient on orders (brand_id, patient collate "fr-x-icu")
  where patient is not null and status in ('delivered', 'invoiced', 'cancelled');
