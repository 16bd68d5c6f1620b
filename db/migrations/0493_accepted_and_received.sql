-- A case can be accepted for a day before its impression is here. Until now the only acceptance was the status that says it is at the
-- laboratory: whoever accepted a case whose impression still lay at the practice took it from the driver's list and from the
-- practice's, and nobody fetched it. Accepted so, it stays registered, and says since when.
alter table orders add column accepted_at timestamptz;
grant update (accepted_at) on orders to arcade_app;
