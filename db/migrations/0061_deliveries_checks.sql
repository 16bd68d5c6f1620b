-- Of rows from before 0060: checked without keeping anybody waiting.
alter table rides validate constraint rides__status_by;
alter table supply_orders validate constraint supply_orders__status_by;
alter table orders validate constraint orders__tracking_number;
alter table orders validate constraint orders__number_has_carrier;
