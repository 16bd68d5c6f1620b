-- Answers are kept for 48 hours, so that a request sent again is answered the same (`Idempotency-Key`). Words of a case are in them: a
-- message sent again after an erasure brought the patient's name back.

create policy read_to_strike on idempotency_keys for select to arcade_owner using (brand_id = (select tenant.brand_id()));
create policy struck on idempotency_keys for update to arcade_owner using (brand_id = (select tenant.brand_id()));

-- The texts of a JSON document, whatever their depth: keys are the contract's own words, and stay.
create function struck_json(document jsonb, pattern text) returns jsonb
language plpgsql immutable set search_path = pg_catalog, public, pg_temp as $$
begin
  return case jsonb_typeof(document)
    when 'string' then to_jsonb(struck(document #>> '{}', pattern))
    when 'object' then (
      select coalesce(jsonb_object_agg(part.key, struck_json(part.value, pattern)), '{}') from jsonb_each(document) part)
    when 'array' then (
      select coalesce(jsonb_agg(struck_json(part.value, pattern) order by part.place), '[]')
      from jsonb_array_elements(document) with ordinality part (value, place))
    else document end;
end $$;
revoke all on function struck_json(jsonb, text) from public;

-- No answer says of which case it is, so all of the laboratory's are looked through; a name after a line break has "n" before it there, so
-- they are found by its letters alone.
create function strike_kept_answers(brand uuid, names text[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  pattern text := patient_patterns(names);
  parts text[] := patient_parts(names);
begin
  if names = '{}' then
    return;
  end if;
  update idempotency_keys k set body = struck_json(k.body::jsonb, pattern)::text
    where k.brand_id = brand and k.body like '{%' and (normalize(k.body, nfc) ~ pattern
      or exists (select from unnest(parts) part where position(part in plain_letters(k.body)) > 0));
end $$;
revoke all on function strike_kept_answers(uuid, text[]) from public;

create or replace function tenant.erase_patient(case_id uuid) returns boolean
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  names text[];
begin
  perform tenant.refuse_unless_administrator();
  names := names_of_case(tenant.brand_id(), case_id);
  if not tenant.erase_patient_name(tenant.brand_id(), case_id) then
    return false;
  end if;
  perform strike_kept_answers(tenant.brand_id(), names);
  return true;
end $$;

create or replace function order_was_withdrawn() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  names text[] := array(
    select old.patient where old.patient is not null
    union select f.name from former_patient_names f where f.brand_id = new.brand_id and f.order_id = new.id);
begin
  update order_products p set note = null where p.brand_id = new.brand_id and p.order_id = new.id and p.note is not null;
  perform strike_names_around(new.brand_id, new.id, names);
  perform strike_kept_answers(new.brand_id, names);
  if names <> '{}' then
    insert into audit_events (brand_id, kind, request_id, order_id) values (new.brand_id, 'patient_name_erased', 'refused', new.id);
  end if;
  update attachments a set state = 'removed'
    where a.brand_id = new.brand_id and a.order_id = new.id and a.of_laboratory and a.hand_over_id is null
      and a.state <> 'removed';
  return null;
end $$;

-- A program that sends without end would push what a practice has written out of its thread.
create function refuse_talkative_program() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tenant.is_program() and (
      select count(*) from order_messages m
      where m.brand_id = new.brand_id and m.order_id = new.order_id and m.author_id = tenant.user_id()
        and m.created_at > now() - interval '1 day') >= 50 then
    raise exception 'a program has written more about a case than anybody reads in a day'
      using errcode = 'check_violation', constraint = 'order_messages__pace', table = 'order_messages';
  end if;
  return new;
end $$;
revoke all on function refuse_talkative_program() from public;
create trigger no_talkative_program before insert on order_messages for each row execute function refuse_talkative_program();
