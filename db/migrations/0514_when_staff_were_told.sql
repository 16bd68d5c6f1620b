-- When the laboratory was last mailed of what waits for it, of each kind: the next mail comes an hour after that one at the earliest.
-- Looked up among what waits, a steady trickle of requests would hold back every mail for good.
create table staff_notices_told (
  brand_id uuid not null references brands (id),
  kind staff_notice_kind not null,
  told_at timestamptz not null default now(),
  primary key (brand_id, kind)
);
call tenant.protect_by_brand('staff_notices_told');
grant select, insert, update (told_at) on staff_notices_told to arcade_app;
