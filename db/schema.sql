-- Written by "npm run schema" from the migrated database. Change migrations, not this file.

-- Types

enum public.account_type ('manager', 'doctor')
domain public.hex_color as text CHECK ((VALUE ~ '^#[0-9a-f]{6}$'::text))
enum public.hold_reason ('implant_parts', 'technical_response', 'other')
enum public.image_purpose ('logo', 'favicon')
domain public.language as text CHECK ((VALUE = ANY (ARRAY['fr'::text, 'en'::text])))
enum public.order_status ('registered', 'in_preparation', 'in_production', 'on_hold', 'shipped', 'delivered', 'invoiced', 'cancelled', 'unknown')
enum public.print_type ('optical', 'physical')
enum public.sector ('upper', 'lower', 'both', 'archs')
domain public.tooth as smallint CHECK ((((((VALUE / 10) >= 1) AND ((VALUE / 10) <= 4)) AND ((((VALUE)::integer % 10) >= 1) AND (((VALUE)::integer % 10) <= 8))) OR ((((VALUE / 10) >= 5) AND ((VALUE / 10) <= 8)) AND ((((VALUE)::integer % 10) >= 1) AND (((VALUE)::integer % 10) <= 5)))))

-- Tables

table public.audit_events (row security forced)
  brand_id uuid not null
  id bigint not null identity
  at timestamp with time zone not null default now()
  user_id uuid
  session_id uuid
  kind text not null
  request_id text not null
  constraint audit_events_kind_check CHECK ((kind = ANY (ARRAY['signed_in'::text, 'sign_in_refused'::text, 'signed_out'::text, 'session_ended'::text, 'refresh_token_reused'::text, 'language_changed'::text])))
  constraint audit_events_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint audit_events_pkey PRIMARY KEY (brand_id, id)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.brand_hosts (row security forced)
  brand_id uuid not null
  host text not null
  constraint brand_hosts_host_check CHECK ((host = lower(host)))
  constraint brand_hosts_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint brand_hosts_pkey PRIMARY KEY (brand_id, host)
  constraint brand_hosts__host UNIQUE (host)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))
  policy resolved_before_context for select to arcade_owner using (true)

table public.brand_images (row security forced)
  brand_id uuid not null
  purpose image_purpose not null
  name text not null
  content bytea not null
  constraint brand_images_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 524288)))
  constraint brand_images_name_check CHECK ((name ~ '^[0-9a-f]{32}\.(png|jpg|webp)$'::text))
  constraint brand_images_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint brand_images_pkey PRIMARY KEY (brand_id, purpose)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.brands (row security forced)
  id uuid not null default gen_random_uuid()
  company_name text not null
  client_service_phone text not null
  delivery_time_information jsonb not null
  time_zone text not null default 'Europe/Paris'::text
  default_language language not null default 'fr'::text
  primary_color hex_color not null
  primary_foreground_color hex_color not null
  secondary_color hex_color not null
  secondary_foreground_color hex_color not null
  card_foreground_color hex_color not null
  ring_color hex_color not null
  border_color hex_color not null
  feedback_widget_url text
  allowed_origins text[] not null default '{}'::text[]
  disabled_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  constraint brands_company_name_check CHECK ((company_name <> ''::text))
  constraint brands_feedback_widget_url_check CHECK ((feedback_widget_url ~ '^https?://[^\s"''<>;,]+$'::text))
  constraint brands_pkey PRIMARY KEY (id)
  policy of_laboratory for all to public using ((id = ( SELECT tenant.brand_id() AS brand_id)))

table public.order_events (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  order_id uuid not null
  sequence smallint not null
  status order_status not null
  at timestamp with time zone not null default now()
  note text
  constraint order_events_note_check CHECK ((note <> ''::text))
  constraint order_events_sequence_check CHECK ((sequence > 0))
  constraint order_events_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id)
  constraint order_events_pkey PRIMARY KEY (brand_id, order_id, sequence)
  policy of_practice for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND ((( SELECT tenant.practice_id() AS practice_id) IS NULL) OR (practice_id = ( SELECT tenant.practice_id() AS practice_id)))))

table public.order_products (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  order_id uuid not null
  id uuid not null default gen_random_uuid()
  case_sequence smallint not null
  reference text not null
  label_fr text not null
  label_en text not null
  quantity smallint not null
  traceability text
  shade text
  complementary_shade text
  teeth tooth[] not null default '{}'::tooth[]
  sector sector
  constraint order_products_case_sequence_check CHECK ((case_sequence > 0))
  constraint order_products_complementary_shade_check CHECK ((complementary_shade <> ''::text))
  constraint order_products_quantity_check CHECK ((quantity > 0))
  constraint order_products_shade_check CHECK ((shade <> ''::text))
  constraint order_products_traceability_check CHECK ((traceability <> ''::text))
  constraint order_products_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id)
  constraint order_products_pkey PRIMARY KEY (brand_id, order_id, case_sequence)
  constraint order_products__id UNIQUE (brand_id, id)
  policy of_practice for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND ((( SELECT tenant.practice_id() AS practice_id) IS NULL) OR (practice_id = ( SELECT tenant.practice_id() AS practice_id)))))

table public.orders (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  practice_id uuid not null
  code text not null
  patient text
  patient_code text not null
  status order_status not null default 'registered'::order_status
  print_type print_type not null
  wished_on date
  delivery_on date
  first_delivery_on date
  is_delivery_confirmed boolean not null default false
  appointment_at timestamp with time zone
  hold_reason hold_reason
  hold_question text
  carrier text
  tracking_url text
  comment text
  total_cents integer
  ordered_by uuid
  created_at timestamp with time zone not null default now()
  summary_fr text not null
  summary_en text not null
  search_text text not null generated always as (searchable(((((code || ' '::text) || COALESCE(patient, ''::text)) || ' '::text) || patient_code)))
  constraint orders__first_promise_kept CHECK (((delivery_on IS NULL) = (first_delivery_on IS NULL)))
  constraint orders__hold_has_reason CHECK (((status = 'on_hold'::order_status) = (hold_reason IS NOT NULL)))
  constraint orders__only_a_date_is_confirmed CHECK (((delivery_on IS NOT NULL) OR (NOT is_delivery_confirmed)))
  constraint orders__question_while_on_hold CHECK (((hold_question IS NULL) OR (status = 'on_hold'::order_status)))
  constraint orders__tracking_has_carrier CHECK (((tracking_url IS NULL) OR (carrier IS NOT NULL)))
  constraint orders_carrier_check CHECK ((carrier <> ''::text))
  constraint orders_code_check CHECK ((code <> ''::text))
  constraint orders_comment_check CHECK ((comment <> ''::text))
  constraint orders_hold_question_check CHECK ((hold_question <> ''::text))
  constraint orders_patient_check CHECK ((patient <> ''::text))
  constraint orders_patient_code_check CHECK ((patient_code <> ''::text))
  constraint orders_total_cents_check CHECK ((total_cents >= 0))
  constraint orders_tracking_url_check CHECK ((tracking_url ~ '^https://[^\s"''<>]+$'::text))
  constraint orders_brand_id_ordered_by_fkey FOREIGN KEY (brand_id, ordered_by) REFERENCES users(brand_id, id)
  constraint orders_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint orders_pkey PRIMARY KEY (brand_id, id)
  constraint orders__code UNIQUE (brand_id, code)
  constraint orders__practice_id UNIQUE (brand_id, practice_id, id)
  policy of_practice for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND ((( SELECT tenant.practice_id() AS practice_id) IS NULL) OR (practice_id = ( SELECT tenant.practice_id() AS practice_id)))))

table public.practices (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  name text not null
  address text not null default ''::text
  postal_code text not null default ''::text
  city text not null default ''::text
  country_code character(2) not null default 'FR'::bpchar
  phone text not null default ''::text
  created_at timestamp with time zone not null default now()
  constraint practices_name_check CHECK ((name <> ''::text))
  constraint practices_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint practices_pkey PRIMARY KEY (brand_id, id)
  policy of_practice for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND ((( SELECT tenant.practice_id() AS practice_id) IS NULL) OR (id = ( SELECT tenant.practice_id() AS practice_id)))))

table public.rate_limits (row security off)
  key character varying(255) not null
  points integer not null default 0
  expire bigint
  constraint rate_limits_pkey PRIMARY KEY (key)

table public.sessions (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  created_at timestamp with time zone not null default now()
  used_at timestamp with time zone not null default now()
  device text not null default ''::text
  refresh_seed bytea not null
  refresh_generation integer not null default 1
  rotated_at timestamp with time zone
  ended_at timestamp with time zone
  ended_because text
  constraint sessions_check CHECK (((ended_at IS NULL) = (ended_because IS NULL)))
  constraint sessions_ended_because_check CHECK ((ended_because = ANY (ARRAY['logout'::text, 'reuse'::text, 'idle'::text, 'expired'::text, 'ended_by_user'::text, 'password_changed'::text])))
  constraint sessions_refresh_seed_check CHECK ((octet_length(refresh_seed) = 32))
  constraint sessions_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES users(brand_id, id)
  constraint sessions_pkey PRIMARY KEY (brand_id, id)
  policy of_user for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND ((( SELECT tenant.user_id() AS user_id) IS NULL) OR (user_id = ( SELECT tenant.user_id() AS user_id)))))

table public.users (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  practice_id uuid
  login text not null
  email text not null
  phone text
  title text not null default ''::text
  first_name text not null
  last_name text not null
  country_code character(2) not null default 'FR'::bpchar
  language language not null default 'fr'::text
  account_type account_type not null default 'doctor'::account_type
  is_dlcpm boolean not null default false
  is_practice_doctor boolean not null default false
  password_hash text
  disabled_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  constraint users_login_check CHECK (((login = lower(login)) AND (login <> ''::text)))
  constraint users_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text))
  constraint users_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint users_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint users_pkey PRIMARY KEY (brand_id, id)
  constraint users__login UNIQUE (brand_id, login)
  policy of_practice for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND ((( SELECT tenant.practice_id() AS practice_id) IS NULL) OR (practice_id = ( SELECT tenant.practice_id() AS practice_id)))))

table tenant.signing_key (row security off)
  only_row boolean not null default true
  inner_pad bytea not null
  outer_pad bytea not null
  constraint signing_key_inner_pad_check CHECK ((octet_length(inner_pad) = 64))
  constraint signing_key_only_row_check CHECK (only_row)
  constraint signing_key_outer_pad_check CHECK ((octet_length(outer_pad) = 64))
  constraint signing_key_pkey PRIMARY KEY (only_row)


-- Indexes

CREATE INDEX orders__delivery ON public.orders USING btree (brand_id, practice_id, delivery_on, code)
CREATE INDEX orders__status ON public.orders USING btree (brand_id, practice_id, status)
CREATE INDEX rate_limits__expire ON public.rate_limits USING btree (expire)
CREATE INDEX sessions__user ON public.sessions USING btree (brand_id, user_id) WHERE (ended_at IS NULL)
CREATE INDEX users__practice ON public.users USING btree (brand_id, practice_id)

-- Functions and procedures

CREATE OR REPLACE FUNCTION public.search_patterns(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public'
RETURN ARRAY(SELECT (('%'::text || regexp_replace(word.word, '([\\%_])'::text, '\\\1'::text, 'g'::text)) || '%'::text) FROM regexp_split_to_table(searchable(search_patterns.words), '\s+'::text) word(word) WHERE (word.word <> ''::text))

CREATE OR REPLACE FUNCTION public.searchable(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog'
RETURN regexp_replace(NORMALIZE(replace(replace(lower(words), 'œ'::text, 'oe'::text), 'æ'::text, 'ae'::text), NFD), '[\u0300-\u036f]'::text, ''::text, 'g'::text)

CREATE OR REPLACE FUNCTION tenant.brand_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog'
RETURN tenant.claim(1)

CREATE OR REPLACE FUNCTION tenant.claim(place integer)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  context text := current_setting('tenant.context', true);
  parts text[];
begin
  if context is null or context = '' then
    return null;
  end if;
  parts := string_to_array(context, '/');
  if array_length(parts, 1) is distinct from 4
     or parts[4] is distinct from encode(tenant.signature(
       'context/' || parts[1] || '/' || parts[2] || '/' || parts[3] || '/' || tenant.transaction_mark()), 'hex') then
    return null;
  end if;
  return nullif(parts[place], '')::uuid;
end $function$

CREATE OR REPLACE FUNCTION tenant.open_laboratory(host text, valid_until bigint, signed bytea)
 RETURNS TABLE(brand_id uuid, time_zone text, allowed_origins text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
#variable_conflict use_column
declare
  brand uuid;
begin
  if signed is distinct from tenant.signature('laboratory/' || open_laboratory.host || '/' || valid_until)
     or valid_until < extract(epoch from clock_timestamp()) then
    raise exception 'opening refused' using errcode = 'insufficient_privilege';
  end if;
  select h.brand_id into brand from brand_hosts h where h.host = open_laboratory.host;
  if brand is null then
    return;
  end if;
  perform tenant.set_context(brand, null, null);
  return query select b.id, b.time_zone, b.allowed_origins from brands b where b.id = brand and b.disabled_at is null;
  if not found then
    perform set_config('tenant.context', '', true);
  end if;
end $function$

CREATE OR REPLACE FUNCTION tenant.open_session(host text, brand uuid, session uuid, valid_until bigint, signed bytea)
 RETURNS TABLE(state text, user_id uuid, practice_id uuid, account_type account_type, is_dlcpm boolean, is_practice_doctor boolean, language language, time_zone text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
#variable_conflict use_column
declare
  asking record;
begin
  if signed is distinct from tenant.signature('session/' || open_session.host || '/' || open_session.brand || '/'
       || open_session.session || '/' || valid_until)
     or valid_until < extract(epoch from clock_timestamp()) then
    raise exception 'opening refused' using errcode = 'insufficient_privilege';
  end if;

  perform 1 from brand_hosts h where h.host = open_session.host and h.brand_id = open_session.brand;
  if not found then
    return query select 'session_ended', null::uuid, null::uuid, null::account_type, null::boolean, null::boolean,
      null::language, null::text;
    return;
  end if;

  perform tenant.set_context(open_session.brand, null, null);
  select s.ended_at, s.used_at, s.created_at, u.id as user_id, u.practice_id, u.account_type, u.is_dlcpm,
      u.is_practice_doctor, u.language, u.disabled_at as user_disabled_at, b.time_zone, b.disabled_at as brand_disabled_at
    into asking
    from sessions s
    join users u on u.brand_id = s.brand_id and u.id = s.user_id
    join brands b on b.id = s.brand_id
    where s.brand_id = open_session.brand and s.id = open_session.session;

  if asking.user_id is null or asking.ended_at is not null or asking.user_disabled_at is not null
     or asking.brand_disabled_at is not null then
    perform set_config('tenant.context', '', true);
    return query select case when asking.brand_disabled_at is not null then 'brand_unknown' else 'session_ended' end,
      null::uuid, null::uuid, null::account_type, null::boolean, null::boolean, null::language, null::text;
    return;
  end if;

  perform tenant.set_context(open_session.brand, asking.practice_id, asking.user_id);
  return query select 'open', asking.user_id, asking.practice_id, asking.account_type, asking.is_dlcpm,
    asking.is_practice_doctor, asking.language, asking.time_zone;
end $function$

CREATE OR REPLACE FUNCTION tenant.practice_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog'
RETURN tenant.claim(2)

CREATE OR REPLACE PROCEDURE tenant.protect_by_brand(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy of_laboratory on %s using (brand_id = (select tenant.brand_id()))', target);
end $procedure$

CREATE OR REPLACE PROCEDURE tenant.protect_by_practice(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy of_practice on %s using (brand_id = (select tenant.brand_id())
       and ((select tenant.practice_id()) is null or practice_id = (select tenant.practice_id())))', target);
end $procedure$

CREATE OR REPLACE PROCEDURE tenant.protect_by_user(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy of_user on %s using (brand_id = (select tenant.brand_id())
       and ((select tenant.user_id()) is null or user_id = (select tenant.user_id())))', target);
end $procedure$

CREATE OR REPLACE FUNCTION tenant.set_context(brand uuid, practice uuid, account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  claims text := brand::text || '/' || coalesce(practice::text, '') || '/' || coalesce(account::text, '');
begin
  perform set_config(
    'tenant.context',
    claims || '/' || encode(tenant.signature('context/' || claims || '/' || tenant.transaction_mark()), 'hex'),
    true
  );
end $function$

CREATE OR REPLACE FUNCTION tenant.signature(message text)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
RETURN (SELECT sha256((signing_key.outer_pad || sha256((signing_key.inner_pad || convert_to(signature.message, 'UTF8'::name))))) AS sha256 FROM tenant.signing_key)

CREATE OR REPLACE FUNCTION tenant.transaction_mark()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog'
RETURN (((pg_backend_pid())::text || '@'::text) || (EXTRACT(epoch FROM transaction_timestamp()))::text)

CREATE OR REPLACE FUNCTION tenant.user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog'
RETURN tenant.claim(3)


-- What the runtime role may do

function search_patterns(text): execute
function searchable(text): execute
function tenant.brand_id(): execute
function tenant.open_laboratory(text,bigint,bytea): execute
function tenant.open_session(text,uuid,uuid,bigint,bytea): execute
function tenant.practice_id(): execute
function tenant.user_id(): execute
table public.audit_events: insert
table public.brand_hosts: select
table public.brand_images: select
table public.brands: select
table public.order_events: select
table public.order_products: select
table public.orders: select
table public.practices: select
table public.rate_limits: delete, insert, select, update
table public.sessions: insert, select, update (used_at, refresh_generation, rotated_at, ended_at, ended_because)
table public.users: select, update (language, password_hash)
