-- From a lot back to the practices, and what the laboratory has decided of each problem that was reported.

alter type audit_kind add value if not exists 'lot_recalled';
alter type audit_kind add value if not exists 'complaint_decided';
alter type audit_kind add value if not exists 'inspection_exported';

-- Which case was told of which lot, once.
create table recall_notices (
  brand_id uuid not null,
  practice_id uuid not null,
  order_id uuid not null,
  lot_id uuid not null,
  message_id uuid not null,
  told_by uuid not null,
  told_by_name text not null check (told_by_name <> ''),
  told_at timestamptz not null default now(),
  primary key (brand_id, lot_id, order_id),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id),
  foreign key (brand_id, lot_id) references material_lots (brand_id, id),
  foreign key (brand_id, order_id, message_id) references order_messages (brand_id, order_id, id),
  foreign key (brand_id, told_by) references users (brand_id, id)
);
call tenant.protect_by_practice('recall_notices');
grant select, insert on recall_notices to arcade_app;

create type complaint_cause as enum ('prescription', 'impression', 'design', 'manufacture', 'shade', 'material', 'transport',
  'fitting', 'none_found');

-- Append-only: who decides otherwise adds a line, and the last one holds.
create table complaint_decisions (
  brand_id uuid not null,
  practice_id uuid not null,
  problem_id uuid not null,
  sequence bigint generated always as identity,
  -- Led, or might have led, to harm: the authority is to be told (MDR 2017/745, art. 87).
  is_serious boolean not null,
  cause complaint_cause not null,
  note text check (note <> '' and length(note) <= 2000),
  decided_by uuid not null,
  decided_by_name text not null check (decided_by_name <> ''),
  decided_at timestamptz not null default now(),
  primary key (brand_id, problem_id, sequence),
  foreign key (brand_id, problem_id) references order_problems (brand_id, id),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, decided_by) references users (brand_id, id)
);
-- What the laboratory thinks of a complaint is its own.
alter table complaint_decisions enable row level security;
alter table complaint_decisions force row level security;
create policy of_laboratory on complaint_decisions
  using (brand_id = (select tenant.brand_id()) and (select tenant.audience()) in ('staff', 'laboratory'));
grant select, insert on complaint_decisions to arcade_app;

create trigger tell_change after insert on recall_notices for each row execute function tell_change('sheets');
create trigger tell_change after insert on complaint_decisions for each row execute function tell_change('sheets');
