-- no transaction
create index concurrently if not exists station_visits__of_place on station_visits (brand_id, station_id);
