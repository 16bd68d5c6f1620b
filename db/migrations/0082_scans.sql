-- What a scan shows, and of scans that go through the platform of a scanner where the laboratory finds them.
create type scan_role as enum ('upper', 'lower', 'bite', 'preparation', 'antagonist', 'abutment', 'gingiva', 'marker');
alter table attachments
  add column role scan_role,
  add constraint attachments__role_of_scan check (role is null or type in ('stl', 'ply', 'obj', '3mf')) not valid;
alter table attachments validate constraint attachments__role_of_scan;
grant update (role) on attachments to arcade_app;
create trigger tell_role after update of role on attachments for each row
  when (new.role is distinct from old.role) execute function tell_change('attachments');

alter table orders
  add column scan_platform text,
  add column scan_case text,
  add column scan_url text,
  add constraint orders__scan_platform check (scan_platform <> '' and length(scan_platform) <= 80) not valid,
  add constraint orders__scan_case check (scan_case <> '' and length(scan_case) <= 80) not valid,
  add constraint orders__scan_url check (scan_url ~ '^https://[^\s"''<>]+$' and length(scan_url) <= 500) not valid,
  add constraint orders__scan_is_whole
    check ((scan_platform is null) = (scan_case is null) and (scan_url is null or scan_case is not null)) not valid,
  add constraint orders__scan_is_optical check (scan_case is null or print_type = 'optical') not valid;
alter table orders
  validate constraint orders__scan_platform,
  validate constraint orders__scan_case,
  validate constraint orders__scan_url,
  validate constraint orders__scan_is_whole,
  validate constraint orders__scan_is_optical;

-- As before; and where the platform of a scanner calls a case by it.
create or replace function tenant.erase_patient_name(brand uuid, case_id uuid) returns boolean
language plpgsql strict set search_path = pg_catalog, public, pg_temp as $$
declare
  named text;
  pattern text;
begin
  select o.patient into named from orders o where o.brand_id = brand and o.id = case_id and o.patient is not null for update;
  if not found then
    return false;
  end if;
  pattern := regexp_replace(btrim(named), '([.*+?^${}()|[\]\\])', '\\\1', 'g');
  update orders o set patient = null,
      comment = regexp_replace(o.comment, pattern, '…', 'gi'),
      hold_question = regexp_replace(o.hold_question, pattern, '…', 'gi'),
      scan_case = regexp_replace(o.scan_case, pattern, '…', 'gi'),
      scan_url = case when o.scan_url !~* pattern then o.scan_url end
    where o.brand_id = brand and o.id = case_id;
  update order_products p set note = regexp_replace(p.note, pattern, '…', 'gi')
    where p.brand_id = brand and p.order_id = case_id and p.note ~* pattern;
  update order_messages m set body = regexp_replace(m.body, pattern, '…', 'gi')
    where m.brand_id = brand and m.order_id = case_id and m.body ~* pattern;
  update order_problems p set description = regexp_replace(p.description, pattern, '…', 'gi')
    where p.brand_id = brand and p.order_id = case_id and p.description ~* pattern;
  update order_problems p set answer = regexp_replace(p.answer, pattern, '…', 'gi')
    where p.brand_id = brand and p.order_id = case_id and p.answer ~* pattern;
  update order_requests r set words = regexp_replace(r.words, pattern, '…', 'gi'),
      answer = regexp_replace(r.answer, pattern, '…', 'gi'),
      change = case when r.change ->> 'comment' ~* pattern
        then jsonb_set(r.change, '{comment}', to_jsonb(regexp_replace(r.change ->> 'comment', pattern, '…', 'gi')))
        else r.change end
    where r.brand_id = brand and r.order_id = case_id
      and (r.words ~* pattern or r.answer ~* pattern or r.change ->> 'comment' ~* pattern);
  -- Files are called by a part of it too.
  update attachments a set name = left(a.id::text, 8) || '.' || a.type
    where a.brand_id = brand and a.order_id = case_id and a.type is not null
      and exists (
        select from regexp_split_to_table(searchable(named), '[^[:alnum:]]+') word
        where length(word) > 2 and position(word in searchable(a.name)) > 0);
  return true;
end $$;
