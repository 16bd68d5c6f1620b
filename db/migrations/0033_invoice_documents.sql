-- What a practice gets of each piece on paper: as the laboratory called itself and looked when the piece was issued, made
-- once, and the same for ever.

alter type audit_kind add value if not exists 'invoice_document_viewed';
alter type audit_kind add value if not exists 'invoice_documents_exported';

-- A logo that stood on a piece goes on standing on it, whatever the laboratory's is today.
create table document_logos (
  brand_id uuid not null references brands (id),
  -- As in brand_images: a hash of the content.
  name text not null check (name <> ''),
  content bytea not null,
  primary key (brand_id, name)
);
call tenant.protect_by_brand('document_logos');
grant select on document_logos to arcade_app;
create trigger only_grows before update or delete on document_logos for each row execute function refuse_rewriting();

-- The file has the id of its piece: whoever is cut off while making it leaves nothing that the next does not write over.
create table invoice_documents (
  brand_id uuid not null,
  practice_id uuid not null,
  invoice_id uuid not null,
  language language not null,
  color hex_color not null,
  logo text,
  -- Of the file; nothing until it is made.
  made_at timestamptz,
  size integer check (size > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (brand_id, invoice_id),
  foreign key (brand_id, practice_id, invoice_id) references invoices (brand_id, practice_id, id),
  foreign key (brand_id, logo) references document_logos (brand_id, name),
  constraint invoice_documents__made check (num_nulls(made_at, size, sha256) in (0, 3))
);
create index invoice_documents__waiting on invoice_documents (brand_id, invoice_id) where made_at is null;
call tenant.protect_money('invoice_documents');
-- The laboratory itself makes them, whoever asks first.
create policy made_by_laboratory on invoice_documents as restrictive for update
  using ((select tenant.audience()) = 'laboratory');
grant update (made_at, size, sha256) on invoice_documents to arcade_app;

create function invoice_document_kept() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  making text[] := '{made_at,size,sha256}';
begin
  if old.made_at is not null or to_jsonb(new) - making <> to_jsonb(old) - making then
    raise exception 'a document is made once'
      using errcode = 'check_violation', constraint = 'invoice_documents__kept', table = 'invoice_documents';
  end if;
  return new;
end $$;
revoke all on function invoice_document_kept() from public;
create trigger kept before update on invoice_documents for each row execute function invoice_document_kept();
create trigger only_grows before delete on invoice_documents for each row execute function refuse_rewriting();

-- Who the parties are today.
create function seller_of(brand uuid) returns jsonb
language sql stable set search_path = pg_catalog, public, pg_temp
begin atomic
  select jsonb_strip_nulls(jsonb_build_object(
    'name', coalesce(s.legal_name, b.company_name), 'address', b.address, 'postalCode', b.postal_code, 'city', b.city,
    'countryCode', b.country_code, 'phone', b.client_service_phone, 'siren', s.siren, 'vatNumber', s.vat_number,
    'legalMention', s.legal_mention, 'electronicAddress', coalesce(s.electronic_address, s.siren), 'iban', s.iban,
    'bic', s.bic, 'penaltyNote', s.penalty_note, 'recoveryNote', s.recovery_note, 'discountNote', s.discount_note))
  from brands b left join billing_settings s on s.brand_id = b.id
  where b.id = brand;
end;
revoke all on function seller_of(uuid) from public;

-- The mailbox of whoever manages the practice is where e-invoices go to if its SIREN is not known.
create function buyer_of(brand uuid, practice uuid) returns jsonb
language sql stable set search_path = pg_catalog, public, pg_temp
begin atomic
  select jsonb_strip_nulls(jsonb_build_object(
    'name', p.name, 'address', p.address, 'postalCode', p.postal_code, 'city', p.city, 'countryCode', p.country_code,
    'rppsSiretSiren', p.rpps_siret_siren, 'email', (
      select u.email from users u
      where u.brand_id = p.brand_id and u.practice_id = p.id and u.kind = 'practice' and u.disabled_at is null
      order by u.account_type <> 'manager', u.created_at, u.id limit 1)))
  from practices p
  where p.brand_id = brand and p.id = practice;
end;
revoke all on function buyer_of(uuid, uuid) from public;
grant execute on function seller_of(uuid), buyer_of(uuid, uuid) to arcade_app;

create or replace function tenant.add_parties(brand uuid, piece uuid) returns void
language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into invoice_parties (brand_id, practice_id, invoice_id, seller, buyer)
    select i.brand_id, i.practice_id, i.id, seller_of(i.brand_id), buyer_of(i.brand_id, i.practice_id)
    from invoices i where i.brand_id = brand and i.id = piece
    on conflict do nothing;
end;

-- Of a piece that was issued before there were documents, its look is that of the day on which somebody asks for it first.
create function tenant.begin_documents(brand uuid, pieces uuid[]) returns void
language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into document_logos (brand_id, name, content)
    select l.brand_id, l.name, l.content from brand_images l
    where l.brand_id = brand and l.purpose = 'logo' and not exists (
      select from document_logos kept where kept.brand_id = l.brand_id and kept.name = l.name)
    on conflict do nothing;
  insert into invoice_documents (brand_id, practice_id, invoice_id, language, color, logo)
    select i.brand_id, i.practice_id, i.id, b.default_language, b.primary_color,
      (select l.name from brand_images l where l.brand_id = b.id and l.purpose = 'logo')
    from invoices i join brands b on b.id = i.brand_id
    -- What a practice owed before was on papers of another time.
    where i.brand_id = brand and i.id = any(pieces) and i.type <> 'initialBalance'
    on conflict do nothing;
end;
revoke all on function tenant.begin_documents(uuid, uuid[]) from public;

create function tenant.begin_document(invoice_id uuid) returns void
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() = 'laboratory') is not true then
    raise exception 'the laboratory makes its documents' using errcode = 'insufficient_privilege';
  end if;
  perform tenant.begin_documents(tenant.brand_id(), array[begin_document.invoice_id]);
end $$;
revoke all on function tenant.begin_document(uuid) from public;
grant execute on function tenant.begin_document(uuid) to arcade_app;

create function documents_begun() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid;
begin
  for brand in select distinct m.brand_id from made m loop
    perform tenant.begin_documents(brand, array(select m.id from made m where m.brand_id = brand));
    -- Of a piece with lines, whoever issues it says who the parties are.
    perform tenant.add_parties(brand, m.id) from made m where m.brand_id = brand and m.type = 'paiement';
  end loop;
  return null;
end $$;
revoke all on function documents_begun() from public;
create trigger documents_begun after insert on invoices referencing new table as made
  for each statement execute function documents_begun();
