-- Written by "npm run schema" from the migrated database. Change migrations, not this file.

-- Types

enum public.absence_pace ('week', 'year')
enum public.account_change_state ('pending', 'applied', 'refused', 'withdrawn')
enum public.account_field ('title', 'firstName', 'lastName', 'login', 'email', 'phone', 'mobile', 'emails', 'deliveryInstruction', 'deliveryDays', 'openingDays')
enum public.account_part ('personal_information', 'contact_information', 'delivery_instruction')
enum public.account_type ('manager', 'doctor')
enum public.attachment_state ('uploading', 'ready', 'removed', 'held')
enum public.attachment_type ('jpg', 'png', 'webp', 'pdf', 'stl', 'ply', 'obj', '3mf')
enum public.audit_kind ('signed_in', 'sign_in_refused', 'signed_out', 'session_ended', 'refresh_token_reused', 'language_changed', 'order_created', 'order_cancelled', 'order_status_changed', 'hold_answered', 'problem_reported', 'message_sent', 'template_saved', 'template_deleted', 'attachment_added', 'attachment_removed', 'attachment_downloaded', 'materials_recorded', 'statement_signed', 'absence_declared', 'absence_deleted', 'ride_requested', 'ride_cancelled', 'ride_status_changed', 'supplies_ordered', 'supply_order_status_changed', 'calendar_feed_made', 'calendar_feed_revoked', 'case_viewed', 'files_viewed', 'messages_viewed', 'document_viewed', 'calendar_viewed', 'access_refused', 'not_found_refused', 'password_link_sent', 'password_chosen', 'password_changed', 'password_change_refused', 'signup_requested', 'signup_approved', 'signup_refused', 'practice_created', 'user_invited', 'user_disabled', 'user_enabled', 'account_change_requested', 'account_change_withdrawn', 'account_change_applied', 'account_change_refused', 'user_changed', 'second_factor_added', 'second_factor_removed', 'second_factor_refused', 'second_factor_demanded', 'second_factor_left_free', 'recovery_codes_made', 'recovery_code_used', 'passkey_added', 'passkey_renamed', 'passkey_removed', 'passkey_refused', 'data_exported', 'practice_exported', 'erasure_requested', 'erasure_withdrawn', 'erasure_refused', 'person_erased', 'patient_name_erased', 'case_readers_viewed', 'invoices_viewed', 'invoice_viewed', 'invoices_exported', 'invoice_issued', 'invoice_released', 'credit_issued', 'credit_set_against', 'pro_forma_drafted', 'pro_forma_approved', 'pro_forma_questioned', 'pro_forma_reopened', 'pro_forma_withdrawn', 'initial_balance_entered', 'billing_run_started', 'payment_begun', 'payment_entered', 'payment_withdrawn', 'payment_succeeded', 'payment_failed', 'payment_refunded', 'payment_disputed', 'own_password_refused', 'invitation_corrected', 'invitation_withdrawn', 'invitation_copied', 'invoice_document_viewed', 'invoice_documents_exported', 'billing_settings_changed', 'price_set', 'account_statement_viewed', 'reminders_changed', 'invoice_reminded', 'order_assigned', 'register_changed', 'lot_checked', 'lot_state_changed', 'release_checked', 'lot_recalled', 'complaint_decided', 'inspection_exported', 'hand_over_noted', 'round_arranged', 'catalogue_changed', 'calendar_changed', 'supplies_changed', 'brand_changed', 'practice_changed', 'practice_disabled', 'practice_enabled', 'request_made', 'request_withdrawn', 'request_answered', 'problem_answered', 'problem_settled', 'order_changed', 'absence_changed', 'import_applied', 'import_undone', 'audit_viewed', 'audit_exported', 'audit_checked', 'retention_changed', 'mail_settings_changed', 'test_mail_sent', 'delivery_taken_back', 'reception_taken_back', 'unsigned_shipping_changed', 'price_lists_changed', 'practice_price_list_set', 'practice_merged', 'stations_changed', 'payment_rejected', 'payment_cancelled', 'card_refund_asked', 'program_added', 'program_key_made', 'program_removed', 'program_address_set', 'cases_exported', 'invoice_document_given')
enum public.billing_run_state ('waiting', 'done')
enum public.card_provider ('stripe', 'sandbox')
enum public.complaint_cause ('prescription', 'impression', 'design', 'manufacture', 'shade', 'material', 'transport', 'fitting', 'none_found')
enum public.erasure_state ('waiting', 'withdrawn', 'refused', 'carried_out')
enum public.hand_over_outcome ('handed_over', 'nobody_there')
domain public.hex_color as text CHECK ((VALUE ~ '^#[0-9a-f]{6}$'::text))
enum public.hold_answer ('parts_sent', 'parts_with_pickup', 'go_ahead', 'call_me', 'in_writing', 'shade')
enum public.hold_reason ('implant_parts', 'technical_response', 'other', 'shade')
enum public.image_purpose ('logo', 'favicon')
enum public.import_kind ('products', 'practices', 'people', 'cases')
enum public.import_state ('opened', 'applied', 'undone')
enum public.invoice_decision ('to_validate', 'in_validation', 'validated', 'released', 'rejected', 'handled')
enum public.invoice_status ('to_validate', 'in_validation', 'validated', 'payable', 'to_reconcile', 'paid', 'rejected', 'handled')
enum public.invoice_type ('invoice', 'pro_forma', 'credit', 'paiement', 'initialBalance')
domain public.iso_weekday as smallint CHECK (((VALUE >= 1) AND (VALUE <= 7)))
enum public.kept_out_by ('laboratory', 'practice', 'closure')
domain public.language as text CHECK ((VALUE = ANY (ARRAY['fr'::text, 'en'::text])))
enum public.lot_state ('usable', 'used_up', 'blocked')
domain public.mail_address as text CHECK (((length(VALUE) <= 254) AND (VALUE ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$'::text)))
enum public.mail_state ('waiting', 'kept', 'sent', 'failed')
enum public.material_kind ('ceramic', 'metal', 'resin', 'composite', 'wax', 'component', 'other')
enum public.need ('none', 'optional', 'required')
enum public.notice_kind ('registered', 'on_hold', 'new_date', 'shipped', 'delivered', 'message', 'request_decided', 'invoice')
enum public.notice_way ('at_once', 'digest', 'never')
enum public.order_event_kind ('step', 'note')
enum public.order_status ('registered', 'in_preparation', 'in_production', 'on_hold', 'shipped', 'delivered', 'invoiced', 'cancelled', 'unknown')
enum public.password_link_purpose ('invitation', 'reset')
enum public.payment_event_kind ('succeeded', 'failed', 'refunded', 'disputed')
enum public.payment_event_outcome ('applied', 'without_effect', 'amount_differs')
enum public.payment_means ('transfer', 'check', 'cash', 'direct_debit', 'card', 'other')
enum public.payment_mode ('card', 'transfer', 'manual')
enum public.payment_return ('refund', 'rejection', 'mistake')
enum public.payment_status ('pending', 'succeeded', 'failed', 'refunded')
enum public.print_type ('optical', 'physical')
enum public.problem_kind ('fit', 'shade', 'contact', 'breakage', 'late', 'missing', 'other')
enum public.problem_state ('open', 'answered', 'settled')
enum public.release_point ('prescription', 'fit', 'contacts', 'shade', 'surface', 'cleaning')
enum public.request_kind ('earlier', 'change')
enum public.request_state ('open', 'withdrawn', 'granted', 'refused')
enum public.ride_shift ('AM', 'PM')
enum public.ride_status ('requested', 'confirmed', 'picked_up', 'cancelled', 'nobody_there')
enum public.sandbox_state ('open', 'paid', 'over')
enum public.scan_role ('upper', 'lower', 'bite', 'preparation', 'antagonist', 'abutment', 'gingiva', 'marker')
enum public.second_factor ('totp', 'recovery_code', 'passkey')
enum public.sector ('upper', 'lower', 'both', 'archs')
enum public.session_end ('logout', 'reuse', 'idle', 'expired', 'ended_by_user', 'password_changed', 'superseded', 'user_disabled', 'second_factor_changed')
enum public.sign_in_limit_kind ('account_at_address', 'address', 'network', 'account', 'device', 'reset_address', 'reset_network', 'code_account', 'code_device')
enum public.signup_state ('waiting', 'approved', 'refused')
enum public.staff_notice_kind ('signup', 'change', 'erasure')
enum public.staff_role ('administrator', 'production', 'accounting', 'driver')
enum public.supply_order_status ('requested', 'prepared', 'sent', 'cancelled')
domain public.tooth as smallint CHECK ((((((VALUE / 10) >= 1) AND ((VALUE / 10) <= 4)) AND ((((VALUE)::integer % 10) >= 1) AND (((VALUE)::integer % 10) <= 8))) OR ((((VALUE / 10) >= 5) AND ((VALUE / 10) <= 8)) AND ((((VALUE)::integer % 10) >= 1) AND (((VALUE)::integer % 10) <= 5)))))
enum public.tooth_need ('none', 'optional', 'required', 'run')
enum public.unsigned_shipping ('not_asked', 'anyone', 'signers', 'administrators', 'nobody')
enum public.user_kind ('practice', 'staff', 'program')
enum public.vat_category ('exempt', 'standard')

-- Tables

table public.absences (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  id uuid not null default gen_random_uuid()
  from_on date not null
  to_on date not null
  is_delivery_possible boolean not null default false
  created_by uuid
  created_at timestamp with time zone not null default now()
  from_shift ride_shift not null default 'AM'::ride_shift
  to_shift ride_shift not null default 'PM'::ride_shift
  series_id uuid
  repeats absence_pace
  constraint absences__halves_in_order CHECK (((from_on < to_on) OR (from_shift <= to_shift)))
  constraint absences__in_order CHECK ((from_on <= to_on))
  constraint absences__length CHECK (((to_on - from_on) < 366))
  constraint absences__series CHECK (((series_id IS NULL) = (repeats IS NULL)))
  constraint absences_brand_id_created_by_fkey FOREIGN KEY (brand_id, created_by) REFERENCES users(brand_id, id)
  constraint absences_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint absences_pkey PRIMARY KEY (brand_id, id)
  constraint absences__overlap EXCLUDE USING gist (brand_id WITH =, practice_id WITH =, int4range((((from_on - '2000-01-01'::date) * 2) + ((from_shift = 'PM'::ride_shift))::integer), (((to_on - '2000-01-01'::date) * 2) + ((to_shift = 'PM'::ride_shift))::integer), '[]'::text) WITH &&)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.account_change_fields (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  change_id uuid not null
  field account_field not null
  subject_id uuid not null
  state account_change_state not null default 'pending'::account_change_state
  before jsonb
  after jsonb
  constraint account_change_fields__differs CHECK ((before IS DISTINCT FROM after))
  constraint account_change_fields_brand_id_practice_id_change_id_subje_fkey FOREIGN KEY (brand_id, practice_id, change_id, subject_id, state) REFERENCES account_changes(brand_id, practice_id, id, subject_id, state) ON UPDATE CASCADE
  constraint account_change_fields_pkey PRIMARY KEY (brand_id, change_id, field)
  constraint account_change_fields__once EXCLUDE USING btree (brand_id WITH =, subject_id WITH =, field WITH =) WHERE ((state = 'pending'::account_change_state))
  policy asked_by_oneself for insert to public using ()
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.account_changes (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  id uuid not null default gen_random_uuid()
  part account_part not null
  requested_by uuid not null
  requested_at timestamp with time zone not null default now()
  subject_id uuid not null generated always as (
CASE
    WHEN (part = 'personal_information'::account_part) THEN requested_by
    ELSE practice_id
END)
  state account_change_state not null default 'pending'::account_change_state
  decided_by uuid
  decided_at timestamp with time zone
  reason text
  constraint account_changes__decided CHECK ((num_nonnulls(decided_by, decided_at) =
CASE state
    WHEN 'pending'::account_change_state THEN 0
    ELSE 2
END))
  constraint account_changes__reason CHECK (((reason <> ''::text) AND (length(reason) <= 1000)))
  constraint account_changes__refused CHECK (((reason IS NOT NULL) = (state = 'refused'::account_change_state)))
  constraint account_changes_brand_id_decided_by_fkey FOREIGN KEY (brand_id, decided_by) REFERENCES users(brand_id, id)
  constraint account_changes_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint account_changes_brand_id_requested_by_fkey FOREIGN KEY (brand_id, requested_by) REFERENCES users(brand_id, id)
  constraint account_changes_pkey PRIMARY KEY (brand_id, id)
  constraint account_changes__state UNIQUE (brand_id, practice_id, id, subject_id, state)
  constraint account_changes__once EXCLUDE USING btree (brand_id WITH =, practice_id WITH =, requested_by WITH =, part WITH =) WHERE ((state = 'pending'::account_change_state))
  policy asked_by_oneself for insert to public using ()
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.allocations (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  id bigint not null identity
  credit_id uuid not null
  debit_id uuid not null
  cents bigint not null
  created_by uuid
  created_at timestamp with time zone not null default now()
  constraint allocations_cents_check CHECK ((cents <> 0))
  constraint allocations_brand_id_created_by_fkey FOREIGN KEY (brand_id, created_by) REFERENCES users(brand_id, id)
  constraint allocations_brand_id_practice_id_credit_id_fkey FOREIGN KEY (brand_id, practice_id, credit_id) REFERENCES invoices(brand_id, practice_id, id)
  constraint allocations_brand_id_practice_id_debit_id_fkey FOREIGN KEY (brand_id, practice_id, debit_id) REFERENCES invoices(brand_id, practice_id, id)
  constraint allocations_pkey PRIMARY KEY (brand_id, id)
  policy not_for_practice_doctors for all to public using (( SELECT tenant.sees_invoices() AS sees_invoices))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.attachments (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  practice_id uuid not null
  order_id uuid
  draft_id uuid
  problem_id uuid
  name text
  type attachment_type
  state attachment_state not null default 'uploading'::attachment_state
  size integer
  sha256 bytea
  is_compressed boolean not null default false
  created_by uuid not null
  created_at timestamp with time zone not null default now()
  role scan_role
  hand_over_id uuid
  of_laboratory boolean not null default false
  constraint attachments__belongs CHECK (((num_nonnulls(order_id, draft_id) = 1) OR ((state = 'removed'::attachment_state) AND (order_id IS NULL))))
  constraint attachments__of_case CHECK (((NOT of_laboratory) OR (order_id IS NOT NULL) OR (state = 'removed'::attachment_state)))
  constraint attachments__photo_of_case CHECK (((hand_over_id IS NULL) OR ((order_id IS NOT NULL) AND COALESCE((type = ANY (ARRAY['jpg'::attachment_type, 'png'::attachment_type, 'webp'::attachment_type])), true)) OR (state = 'removed'::attachment_state)))
  constraint attachments__role_of_scan CHECK (((role IS NULL) OR (type = ANY (ARRAY['stl'::attachment_type, 'ply'::attachment_type, 'obj'::attachment_type, '3mf'::attachment_type]))))
  constraint attachments__whole CHECK (((state = ANY (ARRAY['uploading'::attachment_state, 'removed'::attachment_state])) OR (num_nulls(name, type, size, sha256) = 0)))
  constraint attachments_name_check CHECK (((name <> ''::text) AND (length(name) <= 200)))
  constraint attachments_sha256_check CHECK ((octet_length(sha256) = 32))
  constraint attachments_size_check CHECK ((size > 0))
  constraint attachments__photo_of_hand_over FOREIGN KEY (brand_id, practice_id, hand_over_id) REFERENCES hand_overs(brand_id, practice_id, id) DEFERRABLE
  constraint attachments_brand_id_created_by_fkey FOREIGN KEY (brand_id, created_by) REFERENCES users(brand_id, id)
  constraint attachments_brand_id_draft_id_fkey FOREIGN KEY (brand_id, draft_id) REFERENCES order_drafts(brand_id, id)
  constraint attachments_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint attachments_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint attachments_brand_id_problem_id_fkey FOREIGN KEY (brand_id, problem_id) REFERENCES order_problems(brand_id, id)
  constraint attachments_pkey PRIMARY KEY (brand_id, id)
  policy file_changed_by_laboratory for update to public using (((NOT of_laboratory) OR (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))
  policy file_removed_by_laboratory for delete to public using (((NOT of_laboratory) OR (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)
  policy photo_by_laboratory for insert to public using ()
  policy photo_changed_by_laboratory for update to public using (((hand_over_id IS NULL) OR (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))
  policy photo_removed_by_laboratory for delete to public using (((hand_over_id IS NULL) OR (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))
  policy unfinished_for_upkeep for select to arcade_owner using (((state <> 'ready'::attachment_state) AND (( SELECT tenant.brand_id() AS brand_id) IS NULL)))

table public.audit_events (row security forced)
  brand_id uuid not null
  id bigint not null identity
  at timestamp with time zone not null default now()
  user_id uuid
  session_id uuid
  kind audit_kind not null
  request_id text not null
  order_id uuid
  route text
  subject_id uuid
  position bigint
  hash bytea
  constraint audit_events__sealed CHECK ((("position" IS NULL) = (hash IS NULL)))
  constraint audit_events_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint audit_events_pkey PRIMARY KEY (brand_id, id)
  constraint audit_events__position UNIQUE (brand_id, "position")
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.audit_heads (row security forced)
  brand_id uuid not null
  position bigint not null
  hash bytea not null
  begins_after bigint not null default 0
  begins_hash bytea
  removed_until timestamp with time zone
  constraint audit_heads__beginning CHECK ((((begins_after = 0) = (begins_hash IS NULL)) AND ((begins_hash IS NULL) = (removed_until IS NULL)) AND (begins_after <= "position")))
  constraint audit_heads_hash_check CHECK ((octet_length(hash) = 32))
  constraint audit_heads_position_check CHECK (("position" >= 0))
  constraint audit_heads_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint audit_heads_pkey PRIMARY KEY (brand_id)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.authenticators (row security forced)
  brand_id uuid not null
  user_id uuid not null
  secret bytea not null
  created_at timestamp with time zone not null default now()
  confirmed_at timestamp with time zone
  last_step bigint not null default 0
  constraint authenticators_secret_check CHECK ((octet_length(secret) = 20))
  constraint authenticators_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES users(brand_id, id)
  constraint authenticators_pkey PRIMARY KEY (brand_id, user_id)
  policy of_user for all to public using ( CASE WHEN ((brand_id, user_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).user_id AS user_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{laboratory}'::text[])))) END)

table public.billing_run_practices (row security forced)
  brand_id uuid not null
  run_id uuid not null
  practice_id uuid not null
  state billing_run_state not null default 'waiting'::billing_run_state
  pieces smallint not null default 0
  amount_cents bigint not null default 0
  unpriced integer not null default 0
  done_at timestamp with time zone
  contested integer not null default 0
  constraint billing_run_practices_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint billing_run_practices_brand_id_run_id_fkey FOREIGN KEY (brand_id, run_id) REFERENCES billing_runs(brand_id, id)
  constraint billing_run_practices_pkey PRIMARY KEY (brand_id, run_id, practice_id)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.billing_runs (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  until_on date not null
  type invoice_type not null
  created_by uuid
  created_at timestamp with time zone not null default now()
  takes_contested boolean not null default true
  constraint billing_runs_brand_id_created_by_fkey FOREIGN KEY (brand_id, created_by) REFERENCES users(brand_id, id)
  constraint billing_runs_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint billing_runs_pkey PRIMARY KEY (brand_id, id)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.billing_settings (row security forced)
  brand_id uuid not null
  legal_name text not null
  siren text
  vat_number text
  legal_mention text not null default ''::text
  electronic_address text
  iban text
  bic text
  payment_days smallint not null default 30
  splits_vat boolean not null default false
  asks_approval boolean not null default false
  penalty_note text not null default 'En cas de retard de paiement, pénalités au taux de trois fois le taux d’intérêt légal (art. L. 441-10 du Code de commerce).'::text
  recovery_note text not null default 'Indemnité forfaitaire pour frais de recouvrement : 40 €.'::text
  discount_note text not null default 'Pas d’escompte pour paiement anticipé.'::text
  siret text
  address text
  postal_code text
  city text
  is_vat_exempt boolean not null default false
  constraint billing_settings__bic_of_iban CHECK (((bic IS NULL) OR (iban IS NOT NULL)))
  constraint billing_settings__iban_right CHECK (iban_is_right(iban))
  constraint billing_settings__seat CHECK (((num_nulls(address, postal_code, city) = ANY (ARRAY[0, 3])) AND (address <> ''::text) AND (postal_code <> ''::text) AND (city <> ''::text)))
  constraint billing_settings__siret CHECK (((siret IS NULL) OR ((siret ~ '^\d{14}$'::text) AND (siren IS NOT NULL) AND ("left"(siret, 9) = siren))))
  constraint billing_settings_bic_check CHECK ((bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'::text))
  constraint billing_settings_electronic_address_check CHECK ((electronic_address <> ''::text))
  constraint billing_settings_iban_check CHECK ((iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$'::text))
  constraint billing_settings_legal_name_check CHECK ((legal_name <> ''::text))
  constraint billing_settings_payment_days_check CHECK (((payment_days >= 0) AND (payment_days <= 60)))
  constraint billing_settings_siren_check CHECK ((siren ~ '^\d{9}$'::text))
  constraint billing_settings_vat_number_check CHECK ((vat_number ~ '^[A-Z]{2}[0-9A-Z]{2,13}$'::text))
  constraint billing_settings_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint billing_settings_pkey PRIMARY KEY (brand_id)
  policy books_insert for insert to public using ()
  policy books_update for update to public using (( SELECT tenant.refuse_unless_billing() AS refuse_unless_billing))
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.bookkeeping_accounts (row security forced)
  brand_id uuid not null
  sales_journal text not null
  payments_journal text not null
  customers text not null
  exempt_sales text not null
  taxed_sales text not null
  vat text not null
  bank text not null
  cards text not null
  cheques text not null
  cash text not null
  constraint bookkeeping_accounts_bank_check CHECK ((bank ~ '^[1-9][0-9A-Z]{2,11}$'::text))
  constraint bookkeeping_accounts_cards_check CHECK ((cards ~ '^[1-9][0-9A-Z]{2,11}$'::text))
  constraint bookkeeping_accounts_cash_check CHECK ((cash ~ '^[1-9][0-9A-Z]{2,11}$'::text))
  constraint bookkeeping_accounts_cheques_check CHECK ((cheques ~ '^[1-9][0-9A-Z]{2,11}$'::text))
  constraint bookkeeping_accounts_customers_check CHECK ((customers ~ '^[1-9][0-9A-Z]{2,11}$'::text))
  constraint bookkeeping_accounts_exempt_sales_check CHECK ((exempt_sales ~ '^[1-9][0-9A-Z]{2,11}$'::text))
  constraint bookkeeping_accounts_payments_journal_check CHECK ((payments_journal ~ '^[0-9A-Z]{1,6}$'::text))
  constraint bookkeeping_accounts_sales_journal_check CHECK ((sales_journal ~ '^[0-9A-Z]{1,6}$'::text))
  constraint bookkeeping_accounts_taxed_sales_check CHECK ((taxed_sales ~ '^[1-9][0-9A-Z]{2,11}$'::text))
  constraint bookkeeping_accounts_vat_check CHECK ((vat ~ '^[1-9][0-9A-Z]{2,11}$'::text))
  constraint bookkeeping_accounts_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint bookkeeping_accounts_pkey PRIMARY KEY (brand_id)
  policy books_insert for insert to public using ()
  policy books_update for update to public using (( SELECT tenant.refuse_unless_billing() AS refuse_unless_billing))
  policy not_for_practices for select to public using ((( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text])))
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.brand_hosts (row security forced)
  brand_id uuid not null
  host text not null
  constraint brand_hosts__named CHECK ((host <> ''::text))
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
  policy settings_delete for delete to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))
  policy settings_insert for insert to public using ()
  policy settings_update for update to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))

table public.brands (row security forced)
  id uuid not null default gen_random_uuid()
  company_name text not null
  address text not null default ''::text
  postal_code text not null default ''::text
  city text not null default ''::text
  country_code character(2) not null default 'FR'::bpchar
  client_service_phone text not null
  mail_from mail_address
  time_zone text not null default 'Europe/Paris'::text
  default_language language not null default 'fr'::text
  primary_color hex_color not null
  primary_foreground_color hex_color not null
  secondary_color hex_color not null
  secondary_foreground_color hex_color not null
  card_foreground_color hex_color not null
  ring_color hex_color not null
  border_color hex_color not null
  delivery_time_information jsonb not null
  feedback_widget_url text
  allowed_origins text[] not null default '{}'::text[]
  order_code_prefix text not null default 'T'::text
  working_days iso_weekday[] not null default '{1,2,3,4,5}'::iso_weekday[]
  physical_transport_days smallint not null default 1
  appointment_buffer_days smallint not null default 1
  pickup_am_cutoff_days smallint not null default 0
  pickup_am_cutoff time without time zone not null default '08:00:00'::time without time zone
  pickup_pm_cutoff_days smallint not null default 0
  pickup_pm_cutoff time without time zone not null default '13:00:00'::time without time zone
  attachment_maximum_bytes integer not null default 5242880
  attachment_maximum_count smallint not null default 20
  attachment_quota_bytes bigint not null default '2147483648'::bigint
  disabled_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  staff_need_second_factor boolean not null default false
  patient_names_kept_months smallint not null default 60
  mail_name text
  mail_reply_to mail_address
  unsigned_shipping unsigned_shipping not null default 'anyone'::unsigned_shipping
  counts_capacity boolean not null default false
  constraint brands__feedback_widget_url CHECK ((feedback_widget_url ~ '^(https?://|/(?!/))[^\s"''<>;,\\]+$'::text))
  constraint brands__mail_name CHECK (((mail_name ~ '\S'::text) AND (length(mail_name) <= 100) AND (mail_name !~ '[[:cntrl:]]'::text)))
  constraint brands__patient_names_kept_months CHECK (((patient_names_kept_months >= 6) AND (patient_names_kept_months <= 240)))
  constraint brands_appointment_buffer_days_check CHECK (((appointment_buffer_days >= 0) AND (appointment_buffer_days <= 10)))
  constraint brands_attachment_maximum_bytes_check CHECK (((attachment_maximum_bytes >= 102400) AND (attachment_maximum_bytes <= 5242880)))
  constraint brands_attachment_maximum_count_check CHECK (((attachment_maximum_count >= 0) AND (attachment_maximum_count <= 20)))
  constraint brands_attachment_quota_bytes_check CHECK ((attachment_quota_bytes >= 0))
  constraint brands_company_name_check CHECK ((company_name <> ''::text))
  constraint brands_order_code_prefix_check CHECK ((order_code_prefix ~ '^[A-Z0-9]{1,6}$'::text))
  constraint brands_physical_transport_days_check CHECK (((physical_transport_days >= 0) AND (physical_transport_days <= 10)))
  constraint brands_pickup_am_cutoff_days_check CHECK (((pickup_am_cutoff_days >= 0) AND (pickup_am_cutoff_days <= 14)))
  constraint brands_pickup_pm_cutoff_days_check CHECK (((pickup_pm_cutoff_days >= 0) AND (pickup_pm_cutoff_days <= 14)))
  constraint brands_working_days_check CHECK ((cardinality(working_days) > 0))
  constraint brands_pkey PRIMARY KEY (id)
  policy listed_by_owner for select to arcade_owner using ((( SELECT tenant.brand_id() AS brand_id) IS NULL))
  policy of_laboratory for all to public using ((id = ( SELECT tenant.brand_id() AS brand_id)))
  policy read_by_opening for select to arcade_owner using ((id = (NULLIF(current_setting('tenant.opening'::text, true), ''::text))::uuid))
  policy settings_update for update to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))

table public.calendar_feeds (row security forced)
  brand_id uuid not null
  user_id uuid not null
  secret_hash bytea not null
  created_at timestamp with time zone not null default now()
  constraint calendar_feeds_secret_hash_check CHECK ((octet_length(secret_hash) = 32))
  constraint calendar_feeds_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES users(brand_id, id)
  constraint calendar_feeds_pkey PRIMARY KEY (brand_id, user_id)
  constraint calendar_feeds__secret_hash UNIQUE (brand_id, secret_hash)
  policy of_user for all to public using ( CASE WHEN ((brand_id, user_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).user_id AS user_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{laboratory}'::text[])))) END)

table public.capacity_days (row security forced)
  brand_id uuid not null
  family text
  scope text not null generated always as (COALESCE(family, ''::text))
  day date not null
  elements smallint not null
  constraint capacity_days_elements_check CHECK (((elements >= 0) AND (elements <= 9999)))
  constraint capacity_days__family FOREIGN KEY (brand_id, family) REFERENCES product_families(brand_id, id) ON DELETE CASCADE
  constraint capacity_days_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint capacity_days_pkey PRIMARY KEY (brand_id, scope, day)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))
  policy settings_delete for delete to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))
  policy settings_insert for insert to public using ()

table public.capacity_weekdays (row security forced)
  brand_id uuid not null
  family text
  scope text not null generated always as (COALESCE(family, ''::text))
  weekday iso_weekday not null
  elements smallint not null
  constraint capacity_weekdays_elements_check CHECK (((elements >= 0) AND (elements <= 9999)))
  constraint capacity_weekdays__family FOREIGN KEY (brand_id, family) REFERENCES product_families(brand_id, id) ON DELETE CASCADE
  constraint capacity_weekdays_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint capacity_weekdays_pkey PRIMARY KEY (brand_id, scope, weekday)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))
  policy settings_delete for delete to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))
  policy settings_insert for insert to public using ()

table public.card_refunds (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  payment_id uuid not null
  key text not null
  amount_cents bigint not null
  until_cents bigint not null
  asked_at timestamp with time zone not null default now()
  asked_by uuid
  constraint card_refunds_brand_id_asked_by_fkey FOREIGN KEY (brand_id, asked_by) REFERENCES users(brand_id, id)
  constraint card_refunds_brand_id_practice_id_payment_id_fkey FOREIGN KEY (brand_id, practice_id, payment_id) REFERENCES payments(brand_id, practice_id, id)
  constraint card_refunds_pkey PRIMARY KEY (brand_id, payment_id, key)
  policy not_for_practice_doctors for all to public using (( SELECT tenant.sees_invoices() AS sees_invoices))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.card_settings (row security forced)
  brand_id uuid not null
  provider card_provider not null
  stripe_account text
  constraint card_settings__account CHECK (((stripe_account IS NULL) OR (provider = 'stripe'::card_provider)))
  constraint card_settings_stripe_account_check CHECK ((stripe_account ~ '^acct_[A-Za-z0-9]{1,60}$'::text))
  constraint card_settings_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint card_settings_pkey PRIMARY KEY (brand_id)
  constraint card_settings__provider UNIQUE (brand_id, provider)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.case_views (row security forced)
  brand_id uuid not null
  user_id uuid not null
  id uuid not null default gen_random_uuid()
  name text not null
  content jsonb not null
  content_version smallint not null default 1
  created_at timestamp with time zone not null default now()
  constraint case_views_content_check CHECK ((pg_column_size(content) < 8192))
  constraint case_views_name_check CHECK (((name ~ '\S'::text) AND (length(name) <= 60)))
  constraint case_views_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES users(brand_id, id)
  constraint case_views_pkey PRIMARY KEY (brand_id, id)
  constraint case_views__name UNIQUE (brand_id, user_id, name)
  policy of_user for all to public using ( CASE WHEN ((brand_id, user_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).user_id AS user_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{laboratory}'::text[])))) END)

table public.complaint_decisions (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  problem_id uuid not null
  sequence bigint not null identity
  is_serious boolean not null
  cause complaint_cause not null
  note text
  decided_by uuid not null
  decided_by_name text not null
  decided_at timestamp with time zone not null default now()
  constraint complaint_decisions_decided_by_name_check CHECK ((decided_by_name <> ''::text))
  constraint complaint_decisions_note_check CHECK (((note <> ''::text) AND (length(note) <= 2000)))
  constraint complaint_decisions_brand_id_decided_by_fkey FOREIGN KEY (brand_id, decided_by) REFERENCES users(brand_id, id)
  constraint complaint_decisions_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint complaint_decisions_brand_id_problem_id_fkey FOREIGN KEY (brand_id, problem_id) REFERENCES order_problems(brand_id, id)
  constraint complaint_decisions_pkey PRIMARY KEY (brand_id, problem_id, sequence)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.customer_accounts (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  account text not null
  constraint customer_accounts_account_check CHECK (((account ~ '^[0-9A-Z]{1,17}$'::text) AND (account !~ '^C[0-9A-F]{10}$'::text)))
  constraint customer_accounts_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id) ON DELETE CASCADE
  constraint customer_accounts_pkey PRIMARY KEY (brand_id, practice_id)
  constraint customer_accounts__account UNIQUE (brand_id, account)
  policy books_delete for delete to public using (( SELECT tenant.refuse_unless_billing() AS refuse_unless_billing))
  policy books_insert for insert to public using ()
  policy books_update for update to public using (( SELECT tenant.refuse_unless_billing() AS refuse_unless_billing))
  policy not_for_practices for select to public using ((( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text])))
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.document_logos (row security forced)
  brand_id uuid not null
  name text not null
  content bytea not null
  constraint document_logos_name_check CHECK ((name <> ''::text))
  constraint document_logos_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint document_logos_pkey PRIMARY KEY (brand_id, name)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.erasure_requests (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  requested_at timestamp with time zone not null default now()
  state erasure_state not null default 'waiting'::erasure_state
  decided_by uuid
  decided_at timestamp with time zone
  reason text
  constraint erasure_requests__decided CHECK ((num_nonnulls(decided_by, decided_at) =
CASE state
    WHEN 'waiting'::erasure_state THEN 0
    ELSE 2
END))
  constraint erasure_requests__reason CHECK (((reason <> ''::text) AND (length(reason) <= 1000)))
  constraint erasure_requests__refused CHECK (((reason IS NOT NULL) = (state = 'refused'::erasure_state)))
  constraint erasure_requests__withdrawn CHECK (((state <> 'withdrawn'::erasure_state) OR (decided_by = user_id)))
  constraint erasure_requests_brand_id_decided_by_fkey FOREIGN KEY (brand_id, decided_by) REFERENCES users(brand_id, id)
  constraint erasure_requests_brand_id_practice_id_user_id_fkey FOREIGN KEY (brand_id, practice_id, user_id) REFERENCES users(brand_id, practice_id, id) ON UPDATE CASCADE
  constraint erasure_requests_pkey PRIMARY KEY (brand_id, id)
  constraint erasure_requests__once EXCLUDE USING btree (brand_id WITH =, user_id WITH =) WHERE ((state = 'waiting'::erasure_state))
  policy asked_by_oneself for insert to public using ()
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.feedback (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  id uuid not null default gen_random_uuid()
  author_id uuid not null
  body text not null
  created_at timestamp with time zone not null default now()
  constraint feedback_body_check CHECK (((body <> ''::text) AND (length(body) <= 2000)))
  constraint feedback_brand_id_author_id_fkey FOREIGN KEY (brand_id, author_id) REFERENCES users(brand_id, id)
  constraint feedback_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint feedback_pkey PRIMARY KEY (brand_id, id)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.figure_marks (row security forced)
  brand_id uuid not null
  month date not null
  made_in bigint not null default ((pg_current_xact_id())::text)::bigint
  constraint figure_marks_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint figure_marks_pkey PRIMARY KEY (brand_id, month, made_in)
  policy marked_by_anyone for insert to public using ()
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.figure_months (row security forced)
  brand_id uuid not null
  month date not null
  time_zone text not null
  counts jsonb not null
  constraint figure_months_counts_check CHECK ((jsonb_typeof(counts) = 'object'::text))
  constraint figure_months_month_check CHECK ((month = date_trunc('month'::text, (month)::timestamp with time zone)))
  constraint figure_months_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint figure_months_pkey PRIMARY KEY (brand_id, month)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.former_patient_names (row security forced)
  brand_id uuid not null
  order_id uuid not null
  name text not null
  constraint former_patient_names_name_check CHECK ((name <> ''::text))
  constraint former_patient_names_brand_id_order_id_fkey FOREIGN KEY (brand_id, order_id) REFERENCES orders(brand_id, id) ON DELETE CASCADE
  constraint former_patient_names_pkey PRIMARY KEY (brand_id, order_id, name)
  policy not_for_practices for select to public using ((( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text])))
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.hand_overs (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  id uuid not null
  day date not null
  outcome hand_over_outcome not null
  received_by text
  signature text
  done_by uuid not null
  done_at timestamp with time zone not null
  told_at timestamp with time zone not null default now()
  is_at_other_door boolean not null default false
  constraint hand_overs__before_told CHECK ((done_at <= told_at))
  constraint hand_overs__to_somebody CHECK (((outcome = 'handed_over'::hand_over_outcome) OR ((received_by IS NULL) AND (signature IS NULL))))
  constraint hand_overs_received_by_check CHECK (((received_by <> ''::text) AND (length(received_by) <= 80)))
  constraint hand_overs_signature_check CHECK (((length(signature) <= 6000) AND (signature ~ '^(M[0-9]{1,3} [0-9]{1,3}(L[0-9]{1,3} [0-9]{1,3})*)+$'::text)))
  constraint hand_overs_brand_id_done_by_fkey FOREIGN KEY (brand_id, done_by) REFERENCES users(brand_id, id)
  constraint hand_overs_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint hand_overs_pkey PRIMARY KEY (brand_id, id)
  constraint hand_overs__practice_id UNIQUE (brand_id, practice_id, id)
  constraint hand_overs__nobody_once EXCLUDE USING btree (brand_id WITH =, practice_id WITH =, day WITH =) WHERE (((outcome = 'nobody_there'::hand_over_outcome) AND (NOT is_at_other_door)))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)
  policy written_by_laboratory for insert to public using ()

table public.handed_cases (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  order_id uuid not null
  hand_over_id uuid not null
  taken_back_at timestamp with time zone
  constraint handed_cases_brand_id_practice_id_hand_over_id_fkey FOREIGN KEY (brand_id, practice_id, hand_over_id) REFERENCES hand_overs(brand_id, practice_id, id) DEFERRABLE
  constraint handed_cases_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint handed_cases_pkey PRIMARY KEY (brand_id, order_id, hand_over_id)
  policy changed_by_laboratory for update to public using ((( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text])))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)
  policy written_by_laboratory for insert to public using ()

table public.holidays (row security forced)
  brand_id uuid not null
  day date not null
  name_fr text not null
  name_en text not null
  constraint holidays_name_en_check CHECK ((name_en <> ''::text))
  constraint holidays_name_fr_check CHECK ((name_fr <> ''::text))
  constraint holidays_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint holidays_pkey PRIMARY KEY (brand_id, day)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))
  policy settings_delete for delete to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))
  policy settings_insert for insert to public using ()

table public.idempotency_keys (row security forced)
  brand_id uuid not null
  user_id uuid
  integration_id uuid
  maker_id uuid not null generated always as (COALESCE(user_id, integration_id))
  route text not null
  key text not null
  fingerprint bytea not null
  status smallint not null
  body text not null
  created_at timestamp with time zone not null default now()
  about uuid[]
  constraint idempotency_keys__maker CHECK ((num_nonnulls(user_id, integration_id) = 1))
  constraint idempotency_keys_fingerprint_check CHECK ((octet_length(fingerprint) = 32))
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
  constraint idempotency_keys_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES users(brand_id, id)
  constraint idempotency_keys_pkey PRIMARY KEY (brand_id, maker_id, route, key)
  policy of_user for all to public using ( CASE WHEN ((brand_id, user_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).user_id AS user_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{laboratory}'::text[])))) END)
  policy read_to_strike for select to arcade_owner using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))
  policy struck for update to arcade_owner using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.import_parts (row security forced)
  brand_id uuid not null
  import_id uuid not null
  place integer not null
  bytes bytea not null
  constraint import_parts_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 262144)))
  constraint import_parts_place_check CHECK ((place >= 0))
  constraint import_parts_brand_id_import_id_fkey FOREIGN KEY (brand_id, import_id) REFERENCES imports(brand_id, id) ON DELETE CASCADE
  constraint import_parts_pkey PRIMARY KEY (brand_id, import_id, place)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))
  policy settings_delete for delete to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))
  policy settings_insert for insert to public using ()
  policy settings_update for update to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))

table public.imports (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  kind import_kind not null
  state import_state not null default 'opened'::import_state
  file_name text not null
  delimiter text not null
  headings text[] not null
  columns jsonb
  new_count integer not null default 0
  changed_count integer not null default 0
  unchanged_count integer not null default 0
  created_by uuid not null
  created_at timestamp with time zone not null default now()
  applied_at timestamp with time zone
  undone_at timestamp with time zone
  needs jsonb not null default '{}'::jsonb
  names jsonb not null default '{}'::jsonb
  leads jsonb not null default '{}'::jsonb
  vats jsonb not null default '{}'::jsonb
  status order_status
  constraint imports__state_is_dated CHECK ((((applied_at IS NULL) = (state = 'opened'::import_state)) AND ((undone_at IS NULL) = (state <> 'undone'::import_state))))
  constraint imports_changed_count_check CHECK ((changed_count >= 0))
  constraint imports_delimiter_check CHECK ((length(delimiter) = 1))
  constraint imports_file_name_check CHECK (((file_name <> ''::text) AND (length(file_name) <= 200)))
  constraint imports_headings_check CHECK (((cardinality(headings) >= 1) AND (cardinality(headings) <= 200)))
  constraint imports_leads_check CHECK ((jsonb_typeof(leads) = 'object'::text))
  constraint imports_names_check CHECK ((jsonb_typeof(names) = 'object'::text))
  constraint imports_needs_check CHECK ((jsonb_typeof(needs) = 'object'::text))
  constraint imports_new_count_check CHECK ((new_count >= 0))
  constraint imports_unchanged_count_check CHECK ((unchanged_count >= 0))
  constraint imports_vats_check CHECK ((jsonb_typeof(vats) = 'object'::text))
  constraint imports_brand_id_created_by_fkey FOREIGN KEY (brand_id, created_by) REFERENCES users(brand_id, id)
  constraint imports_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint imports_pkey PRIMARY KEY (brand_id, id)
  policy never_applied for delete to public using ((state = 'opened'::import_state))
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))
  policy settings_delete for delete to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))
  policy settings_insert for insert to public using ()
  policy settings_update for update to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))

table public.invoice_documents (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  invoice_id uuid not null
  language language not null
  color hex_color not null
  logo text
  made_at timestamp with time zone
  size integer
  sha256 text
  constraint invoice_documents__made CHECK ((num_nulls(made_at, size, sha256) = ANY (ARRAY[0, 3])))
  constraint invoice_documents_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
  constraint invoice_documents_size_check CHECK ((size > 0))
  constraint invoice_documents_brand_id_logo_fkey FOREIGN KEY (brand_id, logo) REFERENCES document_logos(brand_id, name)
  constraint invoice_documents_brand_id_practice_id_invoice_id_fkey FOREIGN KEY (brand_id, practice_id, invoice_id) REFERENCES invoices(brand_id, practice_id, id)
  constraint invoice_documents_pkey PRIMARY KEY (brand_id, invoice_id)
  policy made_by_laboratory for update to public using ((( SELECT tenant.audience() AS audience) = 'laboratory'::text))
  policy not_for_practice_doctors for all to public using (( SELECT tenant.sees_invoices() AS sees_invoices))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.invoice_lines (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  invoice_id uuid not null
  position smallint not null
  order_id uuid
  order_code text
  patient_code text
  delivered_on date
  reference text not null
  label_fr text not null
  label_en text not null
  quantity integer not null
  unit_price_cents bigint not null
  discount_cents bigint not null default 0
  net_cents bigint not null generated always as (((quantity * unit_price_cents) - discount_cents))
  vat vat_category not null
  vat_rate smallint not null
  credited_invoice_id uuid
  credited_position smallint
  constraint invoice_lines__credits CHECK (((credited_invoice_id IS NULL) = (credited_position IS NULL)))
  constraint invoice_lines__exempt CHECK (((vat = 'exempt'::vat_category) = (vat_rate = 0)))
  constraint invoice_lines_discount_cents_check CHECK ((discount_cents >= 0))
  constraint invoice_lines_label_en_check CHECK ((label_en <> ''::text))
  constraint invoice_lines_label_fr_check CHECK ((label_fr <> ''::text))
  constraint invoice_lines_net_cents_check CHECK ((net_cents >= 0))
  constraint invoice_lines_order_code_check CHECK ((order_code <> ''::text))
  constraint invoice_lines_patient_code_check CHECK ((patient_code <> ''::text))
  constraint invoice_lines_position_check CHECK (("position" > 0))
  constraint invoice_lines_quantity_check CHECK ((quantity > 0))
  constraint invoice_lines_reference_check CHECK ((reference <> ''::text))
  constraint invoice_lines_unit_price_cents_check CHECK ((unit_price_cents >= 0))
  constraint invoice_lines_vat_rate_check CHECK ((vat_rate >= 0))
  constraint invoice_lines_brand_id_credited_invoice_id_credited_positi_fkey FOREIGN KEY (brand_id, credited_invoice_id, credited_position) REFERENCES invoice_lines(brand_id, invoice_id, "position")
  constraint invoice_lines_brand_id_practice_id_invoice_id_fkey FOREIGN KEY (brand_id, practice_id, invoice_id) REFERENCES invoices(brand_id, practice_id, id)
  constraint invoice_lines_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint invoice_lines_pkey PRIMARY KEY (brand_id, invoice_id, "position")
  constraint invoice_lines__credited_once UNIQUE (brand_id, credited_invoice_id, credited_position)
  policy not_for_practice_doctors for all to public using (( SELECT tenant.sees_invoices() AS sees_invoices))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.invoice_orders (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  invoice_id uuid not null
  order_id uuid not null
  type invoice_type not null
  vat vat_category not null
  is_current boolean not null default true
  constraint invoice_orders_brand_id_practice_id_invoice_id_fkey FOREIGN KEY (brand_id, practice_id, invoice_id) REFERENCES invoices(brand_id, practice_id, id)
  constraint invoice_orders_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint invoice_orders_pkey PRIMARY KEY (brand_id, invoice_id, order_id, vat)
  constraint invoice_orders__once EXCLUDE USING btree (brand_id WITH =, order_id WITH =, vat WITH =, type WITH =) WHERE ((is_current AND (type = ANY (ARRAY['invoice'::invoice_type, 'pro_forma'::invoice_type]))))
  policy not_for_practice_doctors for all to public using (( SELECT tenant.sees_invoices() AS sees_invoices))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.invoice_parties (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  invoice_id uuid not null
  seller jsonb not null
  buyer jsonb not null
  constraint invoice_parties_brand_id_practice_id_invoice_id_fkey FOREIGN KEY (brand_id, practice_id, invoice_id) REFERENCES invoices(brand_id, practice_id, id)
  constraint invoice_parties_pkey PRIMARY KEY (brand_id, invoice_id)
  policy not_for_practice_doctors for all to public using (( SELECT tenant.sees_invoices() AS sees_invoices))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.invoice_reminders (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  invoice_id uuid not null
  place smallint not null
  due_cents bigint not null
  sent_on date not null
  constraint invoice_reminders_due_cents_check CHECK ((due_cents > 0))
  constraint invoice_reminders_place_check CHECK (((place >= 1) AND (place <= 5)))
  constraint invoice_reminders_brand_id_practice_id_invoice_id_fkey FOREIGN KEY (brand_id, practice_id, invoice_id) REFERENCES invoices(brand_id, practice_id, id)
  constraint invoice_reminders_pkey PRIMARY KEY (brand_id, invoice_id, place)
  policy not_for_practice_doctors for all to public using (( SELECT tenant.sees_invoices() AS sees_invoices))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)
  policy sent_by_books for insert to public using ()

table public.invoice_taxes (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  invoice_id uuid not null
  vat vat_category not null
  vat_rate smallint not null
  base_cents bigint not null
  tax_cents bigint not null
  exemption_code text
  exemption_reason text
  constraint invoice_taxes__exempt CHECK ((((vat = 'exempt'::vat_category) = (vat_rate = 0)) AND ((vat = 'exempt'::vat_category) = (exemption_code IS NOT NULL)) AND ((vat = 'exempt'::vat_category) = (exemption_reason IS NOT NULL))))
  constraint invoice_taxes__near CHECK ((abs(((tax_cents)::numeric - (((base_cents * vat_rate))::numeric / 10000.0))) < (100)::numeric))
  constraint invoice_taxes_base_cents_check CHECK ((base_cents >= 0))
  constraint invoice_taxes_brand_id_practice_id_invoice_id_fkey FOREIGN KEY (brand_id, practice_id, invoice_id) REFERENCES invoices(brand_id, practice_id, id)
  constraint invoice_taxes_pkey PRIMARY KEY (brand_id, invoice_id, vat, vat_rate)
  policy not_for_practice_doctors for all to public using (( SELECT tenant.sees_invoices() AS sees_invoices))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.invoices (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  id uuid not null default new_piece_id()
  type invoice_type not null
  year smallint not null
  number integer
  piece_code text not null
  issued_on date not null
  due_on date not null
  currency character(3) not null default 'EUR'::bpchar
  net_cents bigint not null default 0
  vat_cents bigint not null default 0
  amount_cents bigint not null
  settled_cents bigint not null default 0
  pending_cents bigint not null default 0
  decision invoice_decision not null default 'released'::invoice_decision
  status invoice_status not null
  due_cents bigint not null
  corrects_id uuid
  payment_id uuid
  reason text
  question text
  decided_by uuid
  decided_at timestamp with time zone
  created_by uuid
  created_at timestamp with time zone not null default now()
  answer text
  returned_as payment_return
  program_id uuid
  constraint invoices__amount CHECK (
CASE type
    WHEN 'invoice'::invoice_type THEN (amount_cents = (net_cents + vat_cents))
    WHEN 'pro_forma'::invoice_type THEN (amount_cents = (net_cents + vat_cents))
    WHEN 'credit'::invoice_type THEN (amount_cents = (- (net_cents + vat_cents)))
    ELSE ((net_cents = 0) AND (vat_cents = 0) AND (amount_cents <> 0))
END)
  constraint invoices__answer CHECK (((answer IS NULL) OR ((answer <> ''::text) AND (length(answer) <= 2000) AND (question IS NOT NULL))))
  constraint invoices__code CHECK (
CASE
    WHEN (program_id IS NULL) THEN ((number IS NOT NULL) AND (piece_code = piece_code_of(type, year, number)))
    ELSE ((number IS NULL) AND (type = ANY (ARRAY['invoice'::invoice_type, 'credit'::invoice_type])) AND (length(piece_code) <= 40) AND (piece_code ~ '^[A-Za-z0-9]([A-Za-z0-9 ._/#-]*[A-Za-z0-9])?$'::text))
END)
  constraint invoices__corrects CHECK (((corrects_id IS NOT NULL) OR (type <> 'credit'::invoice_type) OR (program_id IS NOT NULL)))
  constraint invoices__decision CHECK (
CASE type
    WHEN 'pro_forma'::invoice_type THEN ((decision <> 'released'::invoice_decision) AND (settled_cents = 0) AND (pending_cents = 0))
    WHEN 'invoice'::invoice_type THEN (decision = ANY (ARRAY['validated'::invoice_decision, 'released'::invoice_decision]))
    ELSE (decision = 'released'::invoice_decision)
END)
  constraint invoices__due_later CHECK ((due_on >= issued_on))
  constraint invoices__of_payment CHECK (((payment_id IS NOT NULL) = (type = 'paiement'::invoice_type)))
  constraint invoices__pending CHECK (((pending_cents = 0) OR ((type = ANY (ARRAY['invoice'::invoice_type, 'initialBalance'::invoice_type])) AND (amount_cents > 0))))
  constraint invoices__returned_as CHECK (((returned_as IS NULL) OR ((type = 'paiement'::invoice_type) AND (amount_cents > 0))))
  constraint invoices__settled CHECK (((settled_cents >= 0) AND (pending_cents >= 0) AND ((settled_cents + pending_cents) <= abs(amount_cents))))
  constraint invoices__year CHECK (((year)::numeric = EXTRACT(year FROM issued_on)))
  constraint invoices_currency_check CHECK ((currency = 'EUR'::bpchar))
  constraint invoices_net_cents_check CHECK ((net_cents >= 0))
  constraint invoices_number_check CHECK ((number > 0))
  constraint invoices_question_check CHECK (((question <> ''::text) AND (length(question) <= 2000)))
  constraint invoices_reason_check CHECK (((reason <> ''::text) AND (length(reason) <= 500)))
  constraint invoices_vat_cents_check CHECK ((vat_cents >= 0))
  constraint invoices__program FOREIGN KEY (brand_id, program_id) REFERENCES users(brand_id, id)
  constraint invoices_brand_id_created_by_fkey FOREIGN KEY (brand_id, created_by) REFERENCES users(brand_id, id)
  constraint invoices_brand_id_decided_by_fkey FOREIGN KEY (brand_id, decided_by) REFERENCES users(brand_id, id)
  constraint invoices_brand_id_practice_id_corrects_id_fkey FOREIGN KEY (brand_id, practice_id, corrects_id) REFERENCES invoices(brand_id, practice_id, id)
  constraint invoices_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint invoices_brand_id_practice_id_payment_id_fkey FOREIGN KEY (brand_id, practice_id, payment_id) REFERENCES payments(brand_id, practice_id, id)
  constraint invoices_pkey PRIMARY KEY (brand_id, id)
  constraint sums_up TRIGGER DEFERRABLE INITIALLY DEFERRED
  constraint invoices__number UNIQUE (brand_id, type, year, number)
  constraint invoices__practice_id UNIQUE (brand_id, practice_id, id)
  constraint invoices__one_receipt EXCLUDE USING btree (brand_id WITH =, payment_id WITH =) WHERE (((type = 'paiement'::invoice_type) AND (amount_cents < 0)))
  constraint invoices__pro_forma_once EXCLUDE USING btree (brand_id WITH =, corrects_id WITH =) WHERE ((type = 'invoice'::invoice_type))
  policy not_for_practice_doctors for all to public using (( SELECT tenant.sees_invoices() AS sees_invoices))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.kept_answer_subjects (row security forced)
  brand_id uuid not null
  subject_id uuid not null
  maker_id uuid not null
  route text not null
  key text not null
  constraint kept_answer_subjects_brand_id_maker_id_route_key_fkey FOREIGN KEY (brand_id, maker_id, route, key) REFERENCES idempotency_keys(brand_id, maker_id, route, key) ON DELETE CASCADE
  constraint kept_answer_subjects_pkey PRIMARY KEY (brand_id, maker_id, route, key, subject_id)
  policy of_brand for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.mails (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  recipient mail_address not null
  sender mail_address not null
  sender_name text not null
  subject text not null
  text_part text
  html_part text
  state mail_state not null default 'waiting'::mail_state
  tries integer not null default 0
  reason text
  created_at timestamp with time zone not null default now()
  settled_at timestamp with time zone
  unsubscribe_url text
  reply_to mail_address
  is_soon_over boolean not null default false
  constraint mails__content CHECK ((((text_part IS NULL) = (state = 'sent'::mail_state)) AND ((html_part IS NULL) = (state = 'sent'::mail_state))))
  constraint mails__reason CHECK (((state <> 'failed'::mail_state) OR (reason IS NOT NULL)))
  constraint mails__sender_name CHECK ((sender_name !~ '[[:cntrl:]]'::text))
  constraint mails__settled CHECK (((settled_at IS NULL) = (state = 'waiting'::mail_state)))
  constraint mails__subject CHECK (((subject <> ''::text) AND (length(subject) <= 200) AND (subject !~ '[[:cntrl:]]'::text)))
  constraint mails__unsubscribe_url CHECK (((unsubscribe_url IS NULL) OR ((state <> 'sent'::mail_state) AND (unsubscribe_url ~ '^https?://[^\s<>"]+$'::text))))
  constraint mails_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint mails_pkey PRIMARY KEY (brand_id, id)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))
  policy written_by_anyone for insert to public using ()

table public.material_lots (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  material_id uuid not null
  number text not null
  arrived_on date not null
  expires_on date
  checked_by uuid
  checked_by_name text
  checked_at timestamp with time zone
  state lot_state not null default 'usable'::lot_state
  blocked_because text
  blocked_by uuid
  blocked_by_name text
  blocked_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  constraint material_lots__block_is_whole CHECK ((num_nulls(blocked_because, blocked_by, blocked_by_name, blocked_at) =
CASE state
    WHEN 'blocked'::lot_state THEN 0
    ELSE 4
END))
  constraint material_lots__check_is_whole CHECK ((num_nulls(checked_by, checked_by_name, checked_at) = ANY (ARRAY[0, 3])))
  constraint material_lots_blocked_because_check CHECK (((blocked_because <> ''::text) AND (length(blocked_because) <= 500)))
  constraint material_lots_blocked_by_name_check CHECK ((blocked_by_name <> ''::text))
  constraint material_lots_checked_by_name_check CHECK ((checked_by_name <> ''::text))
  constraint material_lots_number_check CHECK (((number <> ''::text) AND (length(number) <= 60)))
  constraint material_lots_brand_id_blocked_by_fkey FOREIGN KEY (brand_id, blocked_by) REFERENCES users(brand_id, id)
  constraint material_lots_brand_id_checked_by_fkey FOREIGN KEY (brand_id, checked_by) REFERENCES users(brand_id, id)
  constraint material_lots_brand_id_material_id_fkey FOREIGN KEY (brand_id, material_id) REFERENCES materials(brand_id, id)
  constraint material_lots_pkey PRIMARY KEY (brand_id, id)
  constraint material_lots__number UNIQUE (brand_id, material_id, number)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.materials (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  name text not null
  maker text not null
  kind material_kind not null
  standard text
  label_code text
  certificate text
  certificate_ends_on date
  is_implantable boolean not null default false
  is_retired boolean not null default false
  created_at timestamp with time zone not null default now()
  constraint materials__certificate_has_end CHECK (((certificate IS NULL) = (certificate_ends_on IS NULL)))
  constraint materials_certificate_check CHECK (((certificate <> ''::text) AND (length(certificate) <= 120)))
  constraint materials_label_code_check CHECK ((label_code ~ '^\d{14}$'::text))
  constraint materials_maker_check CHECK (((maker <> ''::text) AND (length(maker) <= 120)))
  constraint materials_name_check CHECK (((name <> ''::text) AND (length(name) <= 120)))
  constraint materials_standard_check CHECK (((standard <> ''::text) AND (length(standard) <= 80)))
  constraint materials_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint materials_pkey PRIMARY KEY (brand_id, id)
  constraint materials__label_code UNIQUE (brand_id, label_code)
  constraint materials__name UNIQUE (brand_id, maker, name)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.merged_practices (row security forced)
  brand_id uuid not null
  id uuid not null
  into_id uuid not null
  name text not null
  rpps_siret_siren text not null default ''::text
  address text not null default ''::text
  postal_code text not null default ''::text
  city text not null default ''::text
  phone text not null default ''::text
  delivery_instruction text
  merged_by uuid not null
  merged_at timestamp with time zone not null default now()
  constraint merged_practices__not_into_itself CHECK ((id <> into_id))
  constraint merged_practices_name_check CHECK ((name <> ''::text))
  constraint merged_practices_brand_id_into_id_fkey FOREIGN KEY (brand_id, into_id) REFERENCES practices(brand_id, id)
  constraint merged_practices_brand_id_merged_by_fkey FOREIGN KEY (brand_id, merged_by) REFERENCES users(brand_id, id)
  constraint merged_practices_pkey PRIMARY KEY (brand_id, id)
  constraint is_gone TRIGGER DEFERRABLE INITIALLY DEFERRED
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.notice_choices (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  user_id uuid not null
  kind notice_kind not null
  way notice_way not null
  constraint notice_choices_brand_id_practice_id_user_id_fkey FOREIGN KEY (brand_id, practice_id, user_id) REFERENCES users(brand_id, practice_id, id) ON UPDATE CASCADE
  constraint notice_choices_pkey PRIMARY KEY (brand_id, user_id, kind)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.notice_digests (row security forced)
  brand_id uuid not null
  user_id uuid not null
  hour smallint not null
  made_at timestamp with time zone
  constraint notice_digests__hour CHECK (((hour >= 0) AND (hour <= 23)))
  constraint notice_digests_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES users(brand_id, id)
  constraint notice_digests_pkey PRIMARY KEY (brand_id, user_id)
  policy of_user for all to public using ( CASE WHEN ((brand_id, user_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).user_id AS user_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{laboratory}'::text[])))) END)

table public.notices (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  user_id uuid not null
  id uuid not null default gen_random_uuid()
  kind notice_kind not null
  order_id uuid
  created_at timestamp with time zone not null default now()
  invoice_id uuid
  constraint notices__invoice FOREIGN KEY (brand_id, practice_id, invoice_id) REFERENCES invoices(brand_id, practice_id, id)
  constraint notices_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint notices_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES users(brand_id, id)
  constraint notices_pkey PRIMARY KEY (brand_id, user_id, id)
  policy not_for_practice_doctors for all to public using (((invoice_id IS NULL) OR ( SELECT tenant.sees_invoices() AS sees_invoices)))
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))
  policy written_by_anyone for insert to public using ()

table public.order_code_counters (row security forced)
  brand_id uuid not null
  year smallint not null
  last_number integer not null
  constraint order_code_counters_last_number_check CHECK ((last_number > 0))
  constraint order_code_counters_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint order_code_counters_pkey PRIMARY KEY (brand_id, year)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.order_drafts (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  content jsonb not null
  content_version smallint not null default 1
  version integer not null default 1
  updated_at timestamp with time zone not null default now()
  constraint order_drafts_content_check CHECK ((pg_column_size(content) < 65536))
  constraint order_drafts_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES users(brand_id, id)
  constraint order_drafts_pkey PRIMARY KEY (brand_id, id)
  policy of_user for all to public using ( CASE WHEN ((brand_id, user_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).user_id AS user_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{laboratory}'::text[])))) END)

table public.order_events (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  order_id uuid not null
  sequence smallint not null
  status order_status not null
  at timestamp with time zone not null default now()
  note text
  absence_note text
  author_id uuid default tenant.user_id()
  takes_back smallint
  note_fr text
  note_en text
  kind order_event_kind not null
  constraint order_events__absence_note CHECK (((absence_note IS NULL) OR ((absence_note <> ''::text) AND (note IS NOT NULL))))
  constraint order_events__note_has_words CHECK (((kind <> 'note'::order_event_kind) OR (note IS NOT NULL)))
  constraint order_events__note_in_both CHECK ((((note_fr IS NULL) = (note_en IS NULL)) AND ((note_fr IS NULL) OR ((note IS NOT NULL) AND (note_fr <> ''::text) AND (note_en <> ''::text)))))
  constraint order_events__takes_back CHECK (((takes_back IS NULL) OR (((takes_back >= 1) AND (takes_back <= (sequence - 1))) AND (note IS NOT NULL))))
  constraint order_events_note_check CHECK ((note <> ''::text))
  constraint order_events_sequence_check CHECK ((sequence > 0))
  constraint order_events__author_id FOREIGN KEY (brand_id, author_id) REFERENCES users(brand_id, id)
  constraint order_events_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint order_events_pkey PRIMARY KEY (brand_id, order_id, sequence)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)
  policy said_by_oneself for insert to arcade_app using ()

table public.order_messages (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  order_id uuid not null
  id uuid not null default gen_random_uuid()
  sequence bigint not null identity
  author_id uuid not null
  is_from_laboratory boolean not null
  body text not null
  created_at timestamp with time zone not null default now()
  constraint order_messages_body_check CHECK (((body <> ''::text) AND (length(body) <= 4000)))
  constraint order_messages_brand_id_author_id_fkey FOREIGN KEY (brand_id, author_id) REFERENCES users(brand_id, id)
  constraint order_messages_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint order_messages_pkey PRIMARY KEY (brand_id, order_id, id)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)
  policy said_by_oneself for insert to arcade_app using ()

table public.order_problems (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  order_id uuid not null
  id uuid not null default gen_random_uuid()
  kind problem_kind not null
  description text not null
  remake_id uuid
  reported_by uuid not null
  reported_at timestamp with time zone not null default now()
  answer text
  answered_by uuid
  answered_at timestamp with time zone
  settled_by uuid
  settled_at timestamp with time zone
  put_right_on date
  is_decided boolean not null default false
  teeth tooth[] not null default '{}'::tooth[]
  is_adjustment boolean not null default false
  constraint order_problems__answer CHECK (((answer <> ''::text) AND (length(answer) <= 4000)))
  constraint order_problems__answered CHECK ((num_nonnulls(answer, answered_by, answered_at) = ANY (ARRAY[0, 3])))
  constraint order_problems__one_wish CHECK (((NOT is_adjustment) OR (remake_id IS NULL) OR (answered_at IS NOT NULL)))
  constraint order_problems__put_right_on CHECK (((put_right_on IS NULL) OR (answered_at IS NOT NULL)))
  constraint order_problems__settled CHECK ((num_nonnulls(settled_by, settled_at) = ANY (ARRAY[0, 2])))
  constraint order_problems_description_check CHECK ((length(description) <= 4000))
  constraint order_problems__answered_by FOREIGN KEY (brand_id, answered_by) REFERENCES users(brand_id, id)
  constraint order_problems__settled_by FOREIGN KEY (brand_id, settled_by) REFERENCES users(brand_id, id)
  constraint order_problems_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint order_problems_brand_id_practice_id_remake_id_fkey FOREIGN KEY (brand_id, practice_id, remake_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint order_problems_brand_id_reported_by_fkey FOREIGN KEY (brand_id, reported_by) REFERENCES users(brand_id, id)
  constraint order_problems_pkey PRIMARY KEY (brand_id, order_id, id)
  constraint order_problems__id UNIQUE (brand_id, id)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.order_product_materials (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  order_id uuid not null
  case_sequence smallint not null
  position smallint not null
  name text not null
  maker text not null
  lot text not null
  expires_on date
  standard text
  lot_id uuid
  certificate text
  certificate_ends_on date
  is_implantable boolean
  used_at timestamp with time zone
  constraint order_product_materials_lot_check CHECK ((lot <> ''::text))
  constraint order_product_materials_maker_check CHECK ((maker <> ''::text))
  constraint order_product_materials_name_check CHECK ((name <> ''::text))
  constraint order_product_materials_position_check CHECK (("position" > 0))
  constraint order_product_materials_standard_check CHECK ((standard <> ''::text))
  constraint order_product_materials__lot FOREIGN KEY (brand_id, lot_id) REFERENCES material_lots(brand_id, id)
  constraint order_product_materials_brand_id_order_id_case_sequence_fkey FOREIGN KEY (brand_id, order_id, case_sequence) REFERENCES order_products(brand_id, order_id, case_sequence)
  constraint order_product_materials_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint order_product_materials_pkey PRIMARY KEY (brand_id, order_id, case_sequence, "position")
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.order_products (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  order_id uuid not null
  id uuid not null default gen_random_uuid()
  case_sequence smallint not null
  reference text not null
  product_version integer
  label_fr text not null
  label_en text not null
  quantity smallint not null
  traceability text
  shade text
  complementary_shade text
  teeth tooth[] not null default '{}'::tooth[]
  pontics tooth[] not null default '{}'::tooth[]
  sector sector
  implant_brand text
  implant_platform text
  note text
  own_price_cents bigint
  own_vat vat_category
  listed_price_cents integer
  changed_at timestamp with time zone
  constraint order_products__own_price CHECK ((((own_price_cents IS NULL) = (own_vat IS NULL)) AND ((own_price_cents >= 0) AND (own_price_cents <= 100000000))))
  constraint order_products__pontics CHECK ((pontics <@ teeth))
  constraint order_products_case_sequence_check CHECK ((case_sequence > 0))
  constraint order_products_complementary_shade_check CHECK ((complementary_shade <> ''::text))
  constraint order_products_implant_brand_check CHECK ((implant_brand <> ''::text))
  constraint order_products_implant_platform_check CHECK ((implant_platform <> ''::text))
  constraint order_products_note_check CHECK ((note <> ''::text))
  constraint order_products_quantity_check CHECK ((quantity > 0))
  constraint order_products_shade_check CHECK ((shade <> ''::text))
  constraint order_products_traceability_check CHECK ((traceability <> ''::text))
  constraint order_products__version FOREIGN KEY (brand_id, reference, product_version) REFERENCES products(brand_id, reference, version)
  constraint order_products_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint order_products_pkey PRIMARY KEY (brand_id, order_id, case_sequence)
  constraint order_products__id UNIQUE (brand_id, id)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.order_requests (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  order_id uuid not null
  id uuid not null default gen_random_uuid()
  kind request_kind not null
  wished_on date
  change jsonb
  change_version smallint not null default 1
  words text
  asked_by uuid not null
  asked_at timestamp with time zone not null default now()
  state request_state not null default 'open'::request_state
  granted_on date
  answer text
  decided_by uuid
  decided_at timestamp with time zone
  constraint order_requests__decided CHECK ((num_nonnulls(decided_by, decided_at) =
CASE state
    WHEN 'open'::request_state THEN 0
    ELSE 2
END))
  constraint order_requests__granted CHECK (((granted_on IS NOT NULL) = ((kind = 'earlier'::request_kind) AND (state = 'granted'::request_state))))
  constraint order_requests__of_kind CHECK (
CASE kind
    WHEN 'earlier'::request_kind THEN ((wished_on IS NOT NULL) AND (change IS NULL))
    ELSE ((wished_on IS NULL) AND (change IS NOT NULL) AND (words IS NOT NULL))
END)
  constraint order_requests__refused CHECK (((state <> 'refused'::request_state) OR (answer IS NOT NULL)))
  constraint order_requests_answer_check CHECK (((answer <> ''::text) AND (length(answer) <= 2000)))
  constraint order_requests_change_check CHECK ((pg_column_size(change) < 65536))
  constraint order_requests_words_check CHECK (((words <> ''::text) AND (length(words) <= 4000)))
  constraint order_requests_brand_id_asked_by_fkey FOREIGN KEY (brand_id, asked_by) REFERENCES users(brand_id, id)
  constraint order_requests_brand_id_decided_by_fkey FOREIGN KEY (brand_id, decided_by) REFERENCES users(brand_id, id)
  constraint order_requests_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint order_requests_pkey PRIMARY KEY (brand_id, order_id, id)
  constraint order_requests__id UNIQUE (brand_id, id)
  constraint order_requests__once EXCLUDE USING btree (brand_id WITH =, order_id WITH =, kind WITH =) WHERE ((state = 'open'::request_state))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.order_subcontractors (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  order_id uuid not null
  subcontractor_id uuid not null
  constraint order_subcontractors_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint order_subcontractors_brand_id_subcontractor_id_fkey FOREIGN KEY (brand_id, subcontractor_id) REFERENCES subcontractors(brand_id, id)
  constraint order_subcontractors_pkey PRIMARY KEY (brand_id, order_id, subcontractor_id)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.order_templates (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  id uuid not null default gen_random_uuid()
  name text not null
  content jsonb not null
  content_version smallint not null default 1
  created_by uuid not null
  created_at timestamp with time zone not null default now()
  constraint order_templates_content_check CHECK ((pg_column_size(content) < 65536))
  constraint order_templates_name_check CHECK ((name <> ''::text))
  constraint order_templates_brand_id_created_by_fkey FOREIGN KEY (brand_id, created_by) REFERENCES users(brand_id, id)
  constraint order_templates_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint order_templates_pkey PRIMARY KEY (brand_id, id)
  constraint order_templates__name UNIQUE (brand_id, practice_id, name)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.orders (row security forced)
  brand_id uuid not null
  id uuid not null default new_case_id()
  practice_id uuid not null
  code text not null
  patient text
  patient_code text not null
  status order_status not null default 'registered'::order_status
  print_type print_type not null
  ordered_by uuid
  prescriber text
  prescriber_id uuid
  remake_of uuid
  wished_on date
  delivery_on date
  first_delivery_on date
  is_delivery_confirmed boolean not null default false
  moved_from_on date
  excused_on date
  appointment_at timestamp with time zone
  held_from order_status
  hold_reason hold_reason
  hold_question text
  hold_answer hold_answer
  hold_answered_at timestamp with time zone
  hold_answered_by uuid
  carrier text
  tracking_url text
  comment text
  total_cents integer
  created_at timestamp with time zone not null default now()
  summary_fr text not null
  summary_en text not null
  search_text text not null generated always as (searchable(((((code || ' '::text) || COALESCE(patient, ''::text)) || ' '::text) || patient_code)))
  technician_id uuid
  tracking_number text
  changed_at timestamp with time zone
  asked_at timestamp with time zone
  scan_platform text
  scan_case text
  scan_url text
  practice_reference text
  import_id uuid
  patient_surname text generated always as (NULLIF(regexp_replace(patient, '^\s*\S+\s+((de|du|des|la|le|les|van|von|der|den|di|da|dos|el|al|ben)\s+)*'::text, ''::text, 'i'::text), patient))
  is_signed boolean not null default false
  problem_states problem_state[] not null default '{}'::problem_state[]
  has_unanswered_problem boolean not null default false
  accepted_at timestamp with time zone
  constraint orders__answer_is_whole CHECK ((((hold_answer IS NULL) = (hold_answered_at IS NULL)) AND ((hold_answered_by IS NULL) OR (hold_answered_at IS NOT NULL))))
  constraint orders__answer_while_on_hold CHECK (((hold_answered_at IS NULL) OR (status = 'on_hold'::order_status)))
  constraint orders__excused_later CHECK ((excused_on > first_delivery_on))
  constraint orders__first_promise_kept CHECK (((delivery_on IS NULL) = (first_delivery_on IS NULL)))
  constraint orders__hold_comes_from CHECK (((status = 'on_hold'::order_status) = (held_from IS NOT NULL)))
  constraint orders__hold_has_reason CHECK (((status = 'on_hold'::order_status) = (hold_reason IS NOT NULL)))
  constraint orders__moved_later CHECK ((moved_from_on < delivery_on))
  constraint orders__no_remake_of_itself CHECK ((remake_of <> id))
  constraint orders__number_has_carrier CHECK (((tracking_number IS NULL) OR (carrier IS NOT NULL)))
  constraint orders__only_a_date_is_confirmed CHECK (((delivery_on IS NOT NULL) OR (NOT is_delivery_confirmed)))
  constraint orders__practice_reference CHECK (((practice_reference <> ''::text) AND (length(practice_reference) <= 60)))
  constraint orders__prescriber CHECK (COALESCE((prescriber <> ''::text), (prescriber_id IS NULL)))
  constraint orders__question_while_on_hold CHECK (((hold_question IS NULL) OR (status = 'on_hold'::order_status)))
  constraint orders__scan_case CHECK (((scan_case <> ''::text) AND (length(scan_case) <= 80)))
  constraint orders__scan_is_optical CHECK (((scan_case IS NULL) OR (print_type = 'optical'::print_type)))
  constraint orders__scan_is_whole CHECK ((((scan_platform IS NULL) = (scan_case IS NULL)) AND ((scan_url IS NULL) OR (scan_case IS NOT NULL))))
  constraint orders__scan_platform CHECK (((scan_platform <> ''::text) AND (length(scan_platform) <= 80)))
  constraint orders__scan_url CHECK (((scan_url ~ '^https://[^\s"''<>]+$'::text) AND (length(scan_url) <= 500)))
  constraint orders__tracking_has_carrier CHECK (((tracking_url IS NULL) OR (carrier IS NOT NULL)))
  constraint orders__tracking_number CHECK (((tracking_number <> ''::text) AND (length(tracking_number) <= 60)))
  constraint orders_carrier_check CHECK ((carrier <> ''::text))
  constraint orders_code_check CHECK ((code <> ''::text))
  constraint orders_comment_check CHECK ((comment <> ''::text))
  constraint orders_hold_question_check CHECK ((hold_question <> ''::text))
  constraint orders_patient_check CHECK ((patient <> ''::text))
  constraint orders_patient_code_check CHECK ((patient_code <> ''::text))
  constraint orders_total_cents_check CHECK ((total_cents >= 0))
  constraint orders_tracking_url_check CHECK ((tracking_url ~ '^https://[^\s"''<>]+$'::text))
  constraint orders__prescriber_id FOREIGN KEY (brand_id, practice_id, prescriber_id) REFERENCES users(brand_id, practice_id, id) DEFERRABLE
  constraint orders__technician_id FOREIGN KEY (brand_id, technician_id) REFERENCES users(brand_id, id)
  constraint orders_brand_id_hold_answered_by_fkey FOREIGN KEY (brand_id, hold_answered_by) REFERENCES users(brand_id, id)
  constraint orders_brand_id_ordered_by_fkey FOREIGN KEY (brand_id, ordered_by) REFERENCES users(brand_id, id)
  constraint orders_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint orders_brand_id_practice_id_remake_of_fkey FOREIGN KEY (brand_id, practice_id, remake_of) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint orders_pkey PRIMARY KEY (brand_id, id)
  constraint orders__code UNIQUE (brand_id, code)
  constraint orders__practice_id UNIQUE (brand_id, practice_id, id)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.passkeys (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  host text not null
  place smallint not null
  credential_id bytea not null
  public_key bytea not null
  counter bigint not null
  transports text[] not null default '{}'::text[]
  is_backed_up boolean not null
  device text not null default ''::text
  name text not null default ''::text
  created_at timestamp with time zone not null default now()
  used_at timestamp with time zone
  constraint passkeys_counter_check CHECK (((counter >= 0) AND (counter <= '4294967295'::bigint)))
  constraint passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 16) AND (octet_length(credential_id) <= 1023)))
  constraint passkeys_name_check CHECK ((length(name) <= 60))
  constraint passkeys_place_check CHECK (((place >= 1) AND (place <= 20)))
  constraint passkeys_public_key_check CHECK (((octet_length(public_key) >= 1) AND (octet_length(public_key) <= 4096)))
  constraint passkeys_brand_id_host_fkey FOREIGN KEY (brand_id, host) REFERENCES brand_hosts(brand_id, host) ON DELETE CASCADE
  constraint passkeys_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES users(brand_id, id)
  constraint passkeys_pkey PRIMARY KEY (brand_id, id)
  constraint passkeys__credential UNIQUE (brand_id, credential_id)
  constraint passkeys__place UNIQUE (brand_id, user_id, place)
  policy added_by_oneself for insert to public using ()
  policy of_user for all to public using ( CASE WHEN ((brand_id, user_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).user_id AS user_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{laboratory}'::text[])))) END)

table public.password_links (row security forced)
  brand_id uuid not null
  token_hash bytea not null
  user_id uuid not null
  purpose password_link_purpose not null
  created_at timestamp with time zone not null default now()
  expires_at timestamp with time zone not null
  constraint password_links__life CHECK ((expires_at <= (created_at +
CASE purpose
    WHEN 'invitation'::password_link_purpose THEN '7 days'::interval
    ELSE '00:30:00'::interval
END)))
  constraint password_links_token_hash_check CHECK ((octet_length(token_hash) = 32))
  constraint password_links_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES users(brand_id, id)
  constraint password_links_pkey PRIMARY KEY (brand_id, token_hash)
  policy invited_by_who_may for insert to public using ()
  policy of_seen_user for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (EXISTS ( SELECT FROM users WHERE ((users.brand_id = password_links.brand_id) AND (users.id = password_links.user_id))))))
  policy reset_by_laboratory for insert to public using ()

table public.payment_events (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  id bigint not null identity
  payment_id uuid not null
  provider text not null
  event_id text not null
  kind payment_event_kind not null
  amount_cents bigint not null
  currency text not null
  outcome payment_event_outcome not null
  created_at timestamp with time zone not null default now()
  constraint payment_events_event_id_check CHECK (((event_id <> ''::text) AND (length(event_id) <= 255)))
  constraint payment_events_brand_id_practice_id_payment_id_fkey FOREIGN KEY (brand_id, practice_id, payment_id) REFERENCES payments(brand_id, practice_id, id)
  constraint payment_events_pkey PRIMARY KEY (brand_id, id)
  constraint payment_events__once UNIQUE (brand_id, provider, event_id)
  policy not_for_practice_doctors for all to public using (( SELECT tenant.sees_invoices() AS sees_invoices))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.payment_holds (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  payment_id uuid not null
  invoice_id uuid not null
  position smallint not null
  cents bigint not null
  is_held boolean not null default true
  constraint payment_holds_cents_check CHECK ((cents > 0))
  constraint payment_holds_brand_id_practice_id_invoice_id_fkey FOREIGN KEY (brand_id, practice_id, invoice_id) REFERENCES invoices(brand_id, practice_id, id)
  constraint payment_holds_brand_id_practice_id_payment_id_fkey FOREIGN KEY (brand_id, practice_id, payment_id) REFERENCES payments(brand_id, practice_id, id)
  constraint payment_holds_pkey PRIMARY KEY (brand_id, payment_id, invoice_id)
  policy not_for_practice_doctors for all to public using (( SELECT tenant.sees_invoices() AS sees_invoices))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.payments (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  id uuid not null default gen_random_uuid()
  mode payment_mode not null
  amount_cents bigint not null
  currency character(3) not null default 'EUR'::bpchar
  status payment_status not null default 'pending'::payment_status
  refunded_cents bigint not null default 0
  provider text not null
  provider_reference text
  reference text not null
  received_on date
  note text
  created_by uuid
  created_at timestamp with time zone not null default now()
  settled_at timestamp with time zone
  failed_at timestamp with time zone
  disputed_at timestamp with time zone
  means payment_means
  payer_reference text
  constraint payments__at_least CHECK (((mode = 'manual'::payment_mode) OR (amount_cents >= 100)))
  constraint payments__by_hand CHECK (((mode = 'manual'::payment_mode) OR ((means IS NULL) AND (payer_reference IS NULL))))
  constraint payments__payer_reference CHECK (((payer_reference <> ''::text) AND (length(payer_reference) <= 100)))
  constraint payments__refunded CHECK ((((refunded_cents >= 0) AND (refunded_cents <= amount_cents)) AND ((refunded_cents = amount_cents) = (status = 'refunded'::payment_status)) AND ((refunded_cents = 0) OR (settled_at IS NOT NULL))))
  constraint payments__settled CHECK (((settled_at IS NOT NULL) = (status = ANY (ARRAY['succeeded'::payment_status, 'refunded'::payment_status]))))
  constraint payments_amount_cents_check CHECK ((amount_cents > 0))
  constraint payments_currency_check CHECK ((currency = 'EUR'::bpchar))
  constraint payments_note_check CHECK (((note <> ''::text) AND (length(note) <= 500)))
  constraint payments_provider_check CHECK ((provider ~ '^[a-z][a-z0-9_]{0,30}$'::text))
  constraint payments_provider_reference_check CHECK ((provider_reference <> ''::text))
  constraint payments_reference_check CHECK ((reference ~ '^RF\d{14}$'::text))
  constraint payments_brand_id_created_by_fkey FOREIGN KEY (brand_id, created_by) REFERENCES users(brand_id, id)
  constraint payments_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint payments_pkey PRIMARY KEY (brand_id, id)
  constraint payments__practice_id UNIQUE (brand_id, practice_id, id)
  constraint payments__provider_reference UNIQUE (brand_id, provider, provider_reference)
  constraint payments__reference UNIQUE (brand_id, reference)
  policy not_for_practice_doctors for all to public using (( SELECT tenant.sees_invoices() AS sees_invoices))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.piece_counters (row security forced)
  brand_id uuid not null
  type invoice_type not null
  year smallint not null
  last_number integer not null
  last_on date not null
  constraint piece_counters_last_number_check CHECK ((last_number > 0))
  constraint piece_counters_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint piece_counters_pkey PRIMARY KEY (brand_id, type, year)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.practice_price_lists (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  from_on date not null
  list_id uuid
  is_beginning boolean not null default false
  constraint practice_price_lists__list FOREIGN KEY (brand_id, list_id) REFERENCES price_lists(brand_id, id)
  constraint practice_price_lists_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint practice_price_lists_pkey PRIMARY KEY (brand_id, practice_id, from_on)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)
  policy settings_delete for delete to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))
  policy settings_insert for insert to public using ()
  policy settings_update for update to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))

table public.practices (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  name text not null
  address text not null default ''::text
  postal_code text not null default ''::text
  city text not null default ''::text
  country_code character(2) not null default 'FR'::bpchar
  phone text not null default ''::text
  delivery_days iso_weekday[] not null default '{1,2,3,4,5}'::iso_weekday[]
  opening_days iso_weekday[] not null default '{1,2,3,4,5}'::iso_weekday[]
  created_at timestamp with time zone not null default now()
  rpps_siret_siren text not null default ''::text
  mobile text
  emails mail_address[] not null default '{}'::mail_address[]
  delivery_instruction text
  disabled_at timestamp with time zone
  import_id uuid
  vat_number text
  delivery_address text
  delivery_postal_code text
  delivery_city text
  constraint practices__delivery_address CHECK ((((delivery_address IS NULL) = (delivery_postal_code IS NULL)) AND ((delivery_address IS NULL) = (delivery_city IS NULL)) AND (delivery_address <> ''::text) AND (delivery_postal_code <> ''::text) AND (delivery_city <> ''::text)))
  constraint practices__delivery_instruction CHECK (((delivery_instruction <> ''::text) AND (length(delivery_instruction) <= 1000)))
  constraint practices__emails CHECK (((cardinality(emails) <= 10) AND are_distinct_addresses((emails)::text[])))
  constraint practices__mobile CHECK ((mobile <> ''::text))
  constraint practices__opening_days CHECK (((cardinality(opening_days) > 0) AND (array_position(opening_days, (NULL::smallint)::iso_weekday) IS NULL)))
  constraint practices__vat_number CHECK ((vat_number ~ '^[A-Z]{2}[A-Z0-9]{2,13}$'::text))
  constraint practices_delivery_days_check CHECK ((cardinality(delivery_days) > 0))
  constraint practices_name_check CHECK ((name <> ''::text))
  constraint practices_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint practices_pkey PRIMARY KEY (brand_id, id)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.price_list_prices (row security forced)
  brand_id uuid not null
  list_id uuid not null
  reference text not null
  first_version integer not null generated always as (1)
  price_cents integer not null
  constraint price_list_prices_price_cents_check CHECK (((price_cents >= 0) AND (price_cents <= 100000000)))
  constraint price_list_prices__product FOREIGN KEY (brand_id, reference, first_version) REFERENCES products(brand_id, reference, version) ON DELETE CASCADE
  constraint price_list_prices_brand_id_list_id_fkey FOREIGN KEY (brand_id, list_id) REFERENCES price_lists(brand_id, id) ON DELETE CASCADE
  constraint price_list_prices_pkey PRIMARY KEY (brand_id, list_id, reference)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))
  policy of_those_on_it for select to public using (((( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text])) OR (list_id IN ( SELECT p.list_id FROM practice_price_lists p WHERE (p.from_on <= today_of(p.brand_id))))))
  policy settings_delete for delete to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))
  policy settings_insert for insert to public using ()
  policy settings_update for update to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))

table public.price_lists (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  name text not null
  version integer not null default 1
  is_default boolean not null default false
  constraint price_lists_name_check CHECK (((name <> ''::text) AND (length(name) <= 80)))
  constraint price_lists_version_check CHECK ((version > 0))
  constraint price_lists_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint price_lists_pkey PRIMARY KEY (brand_id, id)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))
  policy of_those_on_it for select to public using (((( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text])) OR (id IN ( SELECT p.list_id FROM practice_price_lists p WHERE (p.from_on <= today_of(p.brand_id))))))
  policy settings_delete for delete to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))
  policy settings_insert for insert to public using ()
  policy settings_update for update to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))

table public.product_families (row security forced)
  brand_id uuid not null
  id text not null
  position smallint not null
  name_fr text not null
  name_en text not null
  import_id uuid
  constraint product_families_id_check CHECK ((id ~ '^[a-z][a-z0-9_]{0,30}$'::text))
  constraint product_families_name_en_check CHECK ((name_en <> ''::text))
  constraint product_families_name_fr_check CHECK ((name_fr <> ''::text))
  constraint product_families__import FOREIGN KEY (brand_id, import_id) REFERENCES imports(brand_id, id)
  constraint product_families_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint product_families_pkey PRIMARY KEY (brand_id, id)
  policy imported_delete for delete to public using ((( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings) AND (import_id IN ( SELECT i.id FROM imports i WHERE ((i.brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (i.state = 'applied'::import_state) AND (i.applied_at > (now() - '24:00:00'::interval)))))))
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))
  policy settings_insert for insert to public using ()
  policy settings_update for update to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))

table public.products (row security forced)
  brand_id uuid not null
  reference text not null
  version integer not null
  family text not null
  position smallint not null
  label_fr text not null
  label_en text not null
  name_one_fr text not null
  name_many_fr text not null
  name_one_en text not null
  name_many_en text not null
  lead_days smallint not null
  tooth_need tooth_need not null
  minimum_teeth smallint not null default 1
  has_pontics boolean not null default false
  sector_need need not null
  shade_need need not null
  implant_need need not null
  vat vat_category not null
  price_cents integer
  is_implantable boolean not null default false
  material text
  is_retired boolean not null default false
  created_at timestamp with time zone not null default now()
  created_by uuid
  import_id uuid
  constraint products__minimum_of_a_run CHECK (((minimum_teeth = 1) OR (tooth_need = 'run'::tooth_need)))
  constraint products__pontics_in_a_run CHECK (((NOT has_pontics) OR (tooth_need = 'run'::tooth_need)))
  constraint products_label_en_check CHECK ((label_en <> ''::text))
  constraint products_label_fr_check CHECK ((label_fr <> ''::text))
  constraint products_lead_days_check CHECK (((lead_days >= 0) AND (lead_days <= 120)))
  constraint products_material_check CHECK ((material <> ''::text))
  constraint products_minimum_teeth_check CHECK (((minimum_teeth >= 1) AND (minimum_teeth <= 16)))
  constraint products_name_many_en_check CHECK ((name_many_en <> ''::text))
  constraint products_name_many_fr_check CHECK ((name_many_fr <> ''::text))
  constraint products_name_one_en_check CHECK ((name_one_en <> ''::text))
  constraint products_name_one_fr_check CHECK ((name_one_fr <> ''::text))
  constraint products_price_cents_check CHECK ((price_cents >= 0))
  constraint products_reference_check CHECK ((reference <> ''::text))
  constraint products_version_check CHECK ((version > 0))
  constraint products__created_by FOREIGN KEY (brand_id, created_by) REFERENCES users(brand_id, id)
  constraint products__import FOREIGN KEY (brand_id, import_id) REFERENCES imports(brand_id, id)
  constraint products_brand_id_family_fkey FOREIGN KEY (brand_id, family) REFERENCES product_families(brand_id, id)
  constraint products_pkey PRIMARY KEY (brand_id, reference, version)
  policy imported_delete for delete to public using ((( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings) AND (import_id IN ( SELECT i.id FROM imports i WHERE ((i.brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (i.state = 'applied'::import_state) AND (i.applied_at > (now() - '24:00:00'::interval)))))))
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))
  policy settings_insert for insert to public using ()
  policy settings_update for update to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))

table public.program_addresses (row security forced)
  brand_id uuid not null
  program_id uuid not null
  url text not null
  secret bytea not null
  told_until bigint not null default 0
  telling_since timestamp with time zone
  answered_at timestamp with time zone
  failing_since timestamp with time zone
  failure text
  constraint program_addresses_secret_check CHECK ((octet_length(secret) = 32))
  constraint program_addresses_url_check CHECK (((url ~ '^https?://\S+$'::text) AND (length(url) <= 500)))
  constraint program_addresses_brand_id_program_id_fkey FOREIGN KEY (brand_id, program_id) REFERENCES users(brand_id, id)
  constraint program_addresses_pkey PRIMARY KEY (brand_id, program_id)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))
  policy settings_only for all to arcade_app using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))

table public.program_keys (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  program_id uuid not null
  secret_hash bytea not null
  hint text not null
  created_by uuid not null
  created_at timestamp with time zone not null default now()
  ends_at timestamp with time zone not null default 'infinity'::timestamp with time zone
  seen_at timestamp with time zone
  constraint program_keys_hint_check CHECK ((length(hint) = 4))
  constraint program_keys_secret_hash_check CHECK ((octet_length(secret_hash) = 32))
  constraint program_keys_brand_id_created_by_fkey FOREIGN KEY (brand_id, created_by) REFERENCES users(brand_id, id)
  constraint program_keys_brand_id_program_id_fkey FOREIGN KEY (brand_id, program_id) REFERENCES users(brand_id, id)
  constraint program_keys_pkey PRIMARY KEY (brand_id, id)
  constraint program_keys__secret_hash UNIQUE (brand_id, secret_hash)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))
  policy settings_insert for insert to public using ()
  policy settings_select for select to public using ((( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text])))
  policy settings_update for update to arcade_app using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))

table public.program_orders (row security forced)
  brand_id uuid not null
  program_id uuid not null
  external_id text not null
  order_id uuid not null
  prescription bytea
  said jsonb not null default '{}'::jsonb
  created_at timestamp with time zone not null default now()
  constraint program_orders_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 100)))
  constraint program_orders_prescription_check CHECK ((octet_length(prescription) = 32))
  constraint program_orders_brand_id_order_id_fkey FOREIGN KEY (brand_id, order_id) REFERENCES orders(brand_id, id)
  constraint program_orders_brand_id_program_id_fkey FOREIGN KEY (brand_id, program_id) REFERENCES users(brand_id, id)
  constraint program_orders_pkey PRIMARY KEY (brand_id, program_id, external_id)
  constraint program_orders__once UNIQUE (brand_id, program_id, order_id)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.program_payments (row security forced)
  brand_id uuid not null
  program_id uuid not null
  external_id text not null
  payment_id uuid not null
  created_at timestamp with time zone not null default now()
  constraint program_payments_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 100)))
  constraint program_payments_brand_id_payment_id_fkey FOREIGN KEY (brand_id, payment_id) REFERENCES payments(brand_id, id)
  constraint program_payments_brand_id_program_id_fkey FOREIGN KEY (brand_id, program_id) REFERENCES users(brand_id, id)
  constraint program_payments_pkey PRIMARY KEY (brand_id, program_id, external_id)
  constraint program_payments__once UNIQUE (brand_id, payment_id)
  policy not_for_practice_doctors for all to public using (( SELECT tenant.sees_invoices() AS sees_invoices))
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.program_pieces (row security forced)
  brand_id uuid not null
  program_id uuid not null
  external_id text not null
  invoice_id uuid not null
  created_at timestamp with time zone not null default now()
  constraint program_pieces_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 100)))
  constraint program_pieces_brand_id_invoice_id_fkey FOREIGN KEY (brand_id, invoice_id) REFERENCES invoices(brand_id, id)
  constraint program_pieces_brand_id_program_id_fkey FOREIGN KEY (brand_id, program_id) REFERENCES users(brand_id, id)
  constraint program_pieces_pkey PRIMARY KEY (brand_id, program_id, external_id)
  constraint program_pieces__once UNIQUE (brand_id, invoice_id)
  policy not_for_practice_doctors for all to public using (( SELECT tenant.sees_invoices() AS sees_invoices))
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.program_practices (row security forced)
  brand_id uuid not null
  program_id uuid not null
  external_id text not null
  practice_id uuid not null
  created_at timestamp with time zone not null default now()
  constraint program_practices_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 100)))
  constraint program_practices_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint program_practices_brand_id_program_id_fkey FOREIGN KEY (brand_id, program_id) REFERENCES users(brand_id, id)
  constraint program_practices_pkey PRIMARY KEY (brand_id, program_id, external_id)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.recall_notices (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  order_id uuid not null
  lot_id uuid not null
  message_id uuid not null
  told_by uuid not null
  told_by_name text not null
  told_at timestamp with time zone not null default now()
  constraint recall_notices_told_by_name_check CHECK ((told_by_name <> ''::text))
  constraint recall_notices_brand_id_lot_id_fkey FOREIGN KEY (brand_id, lot_id) REFERENCES material_lots(brand_id, id)
  constraint recall_notices_brand_id_order_id_message_id_fkey FOREIGN KEY (brand_id, order_id, message_id) REFERENCES order_messages(brand_id, order_id, id)
  constraint recall_notices_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint recall_notices_brand_id_told_by_fkey FOREIGN KEY (brand_id, told_by) REFERENCES users(brand_id, id)
  constraint recall_notices_pkey PRIMARY KEY (brand_id, lot_id, order_id)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.recovery_codes (row security forced)
  brand_id uuid not null
  user_id uuid not null
  code_hash bytea not null
  created_at timestamp with time zone not null default now()
  constraint recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32))
  constraint recovery_codes_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES authenticators(brand_id, user_id) ON DELETE CASCADE
  constraint recovery_codes_pkey PRIMARY KEY (brand_id, user_id, code_hash)
  policy of_user for all to public using ( CASE WHEN ((brand_id, user_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).user_id AS user_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{laboratory}'::text[])))) END)

table public.release_checks (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  order_id uuid not null
  id uuid not null default gen_random_uuid()
  version smallint not null
  points release_point[] not null
  note text
  checked_by uuid not null
  checked_by_name text not null
  checked_at timestamp with time zone not null default now()
  constraint release_checks_checked_by_name_check CHECK ((checked_by_name <> ''::text))
  constraint release_checks_note_check CHECK (((note <> ''::text) AND (length(note) <= 1000)))
  constraint release_checks_points_check CHECK ((cardinality(points) > 0))
  constraint release_checks_version_check CHECK ((version > 0))
  constraint release_checks_brand_id_checked_by_fkey FOREIGN KEY (brand_id, checked_by) REFERENCES users(brand_id, id)
  constraint release_checks_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint release_checks_pkey PRIMARY KEY (brand_id, order_id, id)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)
  policy written_by_laboratory for insert to public using ()

table public.reminder_settings (row security forced)
  brand_id uuid not null
  most smallint not null
  first_after_days smallint not null
  every_days smallint not null
  constraint reminder_settings_every_days_check CHECK (((every_days >= 7) AND (every_days <= 90)))
  constraint reminder_settings_first_after_days_check CHECK (((first_after_days >= 1) AND (first_after_days <= 90)))
  constraint reminder_settings_most_check CHECK (((most >= 0) AND (most <= 5)))
  constraint reminder_settings_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint reminder_settings_pkey PRIMARY KEY (brand_id)
  policy books_insert for insert to public using ()
  policy books_update for update to public using (( SELECT tenant.refuse_unless_billing() AS refuse_unless_billing))
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.removals (row security forced)
  brand_id uuid not null
  kind text not null
  removed_on date not null default CURRENT_DATE
  count integer not null
  last_at timestamp with time zone not null default now()
  until timestamp with time zone
  constraint removals__count CHECK ((count > 0))
  constraint removals__kind CHECK ((kind ~ '^[a-z_]{1,40}$'::text))
  constraint removals_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint removals_pkey PRIMARY KEY (brand_id, kind, removed_on)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.rides (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  id uuid not null default gen_random_uuid()
  day date not null
  shift ride_shift not null
  complementary_information text
  status ride_status not null default 'requested'::ride_status
  created_by uuid not null
  created_at timestamp with time zone not null default now()
  status_by uuid
  status_at timestamp with time zone
  stands_for uuid[] not null default '{}'::uuid[]
  constraint rides_complementary_information_check CHECK (((complementary_information <> ''::text) AND (length(complementary_information) <= 500)))
  constraint rides__status_by FOREIGN KEY (brand_id, status_by) REFERENCES users(brand_id, id)
  constraint rides_brand_id_created_by_fkey FOREIGN KEY (brand_id, created_by) REFERENCES users(brand_id, id)
  constraint rides_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint rides_pkey PRIMARY KEY (brand_id, id)
  constraint rides__once EXCLUDE USING btree (brand_id WITH =, practice_id WITH =, day WITH =, shift WITH =) WHERE (((status <> 'cancelled'::ride_status) AND (status <> 'nobody_there'::ride_status)))
  policy called_off_by_practice for update to public using (true)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.round_stops (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  round text not null default ''::text
  position integer not null
  constraint round_stops_position_check CHECK (("position" > 0))
  constraint round_stops_round_check CHECK ((length(round) <= 40))
  constraint round_stops_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint round_stops_pkey PRIMARY KEY (brand_id, practice_id)
  policy changed_by_laboratory for update to public using ((( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text])))
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)
  policy written_by_laboratory for insert to public using ()

table public.rounds (row security forced)
  brand_id uuid not null
  weekday iso_weekday not null
  shift ride_shift not null
  cutoff_days smallint
  cutoff time without time zone
  constraint rounds__cutoff CHECK (((cutoff_days IS NULL) = (cutoff IS NULL)))
  constraint rounds_cutoff_days_check CHECK (((cutoff_days >= 0) AND (cutoff_days <= 14)))
  constraint rounds_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint rounds_pkey PRIMARY KEY (brand_id, weekday, shift)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))
  policy settings_delete for delete to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))
  policy settings_insert for insert to public using ()

table public.sandbox_checkouts (row security forced)
  brand_id uuid not null
  provider card_provider not null default 'sandbox'::card_provider
  id uuid not null default gen_random_uuid()
  payment_id uuid not null
  label text not null
  amount_cents bigint not null
  return_url text not null
  state sandbox_state not null default 'open'::sandbox_state
  refunded_cents bigint not null default 0
  refund_keys text[] not null default '{}'::text[]
  created_at timestamp with time zone not null default now()
  constraint sandbox_checkouts__refunded CHECK ((((refunded_cents >= 0) AND (refunded_cents <= amount_cents)) AND ((refunded_cents = 0) OR (state = 'paid'::sandbox_state))))
  constraint sandbox_checkouts_amount_cents_check CHECK ((amount_cents > 0))
  constraint sandbox_checkouts_provider_check CHECK ((provider = 'sandbox'::card_provider))
  constraint sandbox_checkouts_return_url_check CHECK ((return_url ~ '^https?://'::text))
  constraint sandbox_checkouts_brand_id_provider_fkey FOREIGN KEY (brand_id, provider) REFERENCES card_settings(brand_id, provider)
  constraint sandbox_checkouts_pkey PRIMARY KEY (brand_id, id)
  constraint sandbox_checkouts__payment UNIQUE (brand_id, payment_id)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))
  policy of_laboratory_alone for all to public using ((( SELECT tenant.audience() AS audience) = 'laboratory'::text))

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
  ended_because session_end
  second_factor second_factor
  constraint sessions__ended CHECK (((ended_at IS NULL) = (ended_because IS NULL)))
  constraint sessions_refresh_seed_check CHECK ((octet_length(refresh_seed) = 32))
  constraint sessions_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES users(brand_id, id)
  constraint sessions_pkey PRIMARY KEY (brand_id, id)
  policy of_user for all to public using ( CASE WHEN ((brand_id, user_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).user_id AS user_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{laboratory}'::text[])))) END)
  policy read_by_opening for select to arcade_owner using ((brand_id = (NULLIF(current_setting('tenant.opening'::text, true), ''::text))::uuid))

table public.set_prices (row security forced)
  brand_id uuid not null
  id bigint not null identity
  order_id uuid not null
  case_sequence smallint not null
  set_at timestamp with time zone not null default now()
  set_by uuid
  from_cents bigint
  cents bigint not null
  constraint set_prices_cents_check CHECK ((cents >= 0))
  constraint set_prices_from_cents_check CHECK ((from_cents >= 0))
  constraint set_prices_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint set_prices_brand_id_order_id_case_sequence_fkey FOREIGN KEY (brand_id, order_id, case_sequence) REFERENCES order_products(brand_id, order_id, case_sequence) ON DELETE CASCADE
  constraint set_prices_brand_id_set_by_fkey FOREIGN KEY (brand_id, set_by) REFERENCES users(brand_id, id)
  constraint set_prices_pkey PRIMARY KEY (brand_id, order_id, case_sequence, id)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.sign_in_challenges (row security forced)
  brand_id uuid not null
  token_hash bytea not null
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  password_mark bytea not null
  failures smallint not null default 0
  created_at timestamp with time zone not null default now()
  expires_at timestamp with time zone not null
  constraint sign_in_challenges__failures CHECK (((failures >= 0) AND (failures <= 5)))
  constraint sign_in_challenges__life CHECK ((expires_at <= (created_at + '00:10:00'::interval)))
  constraint sign_in_challenges_password_mark_check CHECK ((octet_length(password_mark) = 32))
  constraint sign_in_challenges_token_hash_check CHECK ((octet_length(token_hash) = 32))
  constraint sign_in_challenges_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES users(brand_id, id)
  constraint sign_in_challenges_pkey PRIMARY KEY (brand_id, token_hash)
  constraint sign_in_challenges__id UNIQUE (brand_id, id)
  policy of_user for all to public using ( CASE WHEN ((brand_id, user_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).user_id AS user_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{laboratory}'::text[])))) END)

table public.sign_in_limits (row security forced)
  brand_id uuid not null
  kind sign_in_limit_kind not null
  key bytea not null
  failures integer not null default 0
  forgotten_at timestamp with time zone not null
  in_flight integer not null default 0
  in_flight_until timestamp with time zone not null default now()
  constraint sign_in_limits_failures_check CHECK ((failures >= 0))
  constraint sign_in_limits_in_flight_check CHECK ((in_flight >= 0))
  constraint sign_in_limits_key_check CHECK ((octet_length(key) = 32))
  constraint sign_in_limits_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint sign_in_limits_pkey PRIMARY KEY (brand_id, kind, key)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.signup_requests (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  rpps_siret_siren text not null
  title text not null
  gender text not null
  discovery_source text
  camera_model text
  last_name text not null
  first_name text not null
  address text not null
  postal_code text not null
  city text not null
  country_code character(2) not null
  phone text not null
  mobile text
  lunch_break_hours text
  weekly_closure text
  email1_label text not null
  email1 mail_address not null
  email2_label text
  email2 mail_address
  additional_comment text
  language language not null
  fingerprint bytea not null
  network bytea not null
  created_at timestamp with time zone not null default now()
  state signup_state not null default 'waiting'::signup_state
  decided_at timestamp with time zone
  decided_by uuid
  reason text
  practice_id uuid
  is_refused_silently boolean not null default false
  is_sent_link boolean not null default false
  constraint signup_requests__additional_comment CHECK ((length(additional_comment) <= 2000))
  constraint signup_requests__address CHECK (((address <> ''::text) AND (length(address) <= 200)))
  constraint signup_requests__approved CHECK (((practice_id IS NOT NULL) = (state = 'approved'::signup_state)))
  constraint signup_requests__camera_model CHECK ((length(camera_model) <= 100))
  constraint signup_requests__city CHECK (((city <> ''::text) AND (length(city) <= 100)))
  constraint signup_requests__decided CHECK ((num_nulls(decided_at, decided_by) =
CASE state
    WHEN 'waiting'::signup_state THEN 2
    ELSE 0
END))
  constraint signup_requests__discovery_source CHECK ((length(discovery_source) <= 100))
  constraint signup_requests__email1_label CHECK (((email1_label <> ''::text) AND (length(email1_label) <= 100)))
  constraint signup_requests__email2_label CHECK ((length(email2_label) <= 100))
  constraint signup_requests__first_name CHECK (((first_name <> ''::text) AND (length(first_name) <= 100)))
  constraint signup_requests__gender CHECK (((gender <> ''::text) AND (length(gender) <= 100)))
  constraint signup_requests__last_name CHECK (((last_name <> ''::text) AND (length(last_name) <= 100)))
  constraint signup_requests__lunch_break_hours CHECK ((length(lunch_break_hours) <= 200))
  constraint signup_requests__mobile CHECK ((length(mobile) <= 40))
  constraint signup_requests__phone CHECK (((phone <> ''::text) AND (length(phone) <= 40)))
  constraint signup_requests__postal_code CHECK (((postal_code <> ''::text) AND (length(postal_code) <= 20)))
  constraint signup_requests__reason CHECK (((reason <> ''::text) AND (length(reason) <= 2000)))
  constraint signup_requests__refused CHECK (((reason IS NULL) OR (state = 'refused'::signup_state)))
  constraint signup_requests__rpps_siret_siren CHECK (((rpps_siret_siren <> ''::text) AND (length(rpps_siret_siren) <= 60)))
  constraint signup_requests__sent_link CHECK (((NOT is_sent_link) OR ((state = 'refused'::signup_state) AND (reason IS NULL))))
  constraint signup_requests__silent CHECK (((NOT is_refused_silently) OR ((state = 'refused'::signup_state) AND (reason IS NULL))))
  constraint signup_requests__title CHECK (((title <> ''::text) AND (length(title) <= 100)))
  constraint signup_requests__weekly_closure CHECK ((length(weekly_closure) <= 200))
  constraint signup_requests_fingerprint_check CHECK ((octet_length(fingerprint) = 32))
  constraint signup_requests_network_check CHECK ((octet_length(network) = 32))
  constraint signup_requests_brand_id_decided_by_fkey FOREIGN KEY (brand_id, decided_by) REFERENCES users(brand_id, id)
  constraint signup_requests_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint signup_requests_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint signup_requests_pkey PRIMARY KEY (brand_id, id)
  constraint signup_requests__once EXCLUDE USING btree (brand_id WITH =, fingerprint WITH =) WHERE ((state = 'waiting'::signup_state))
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.spent_challenges (row security forced)
  brand_id uuid not null
  challenge_hash bytea not null
  forgotten_at timestamp with time zone not null
  constraint spent_challenges_challenge_hash_check CHECK ((octet_length(challenge_hash) = 32))
  constraint spent_challenges_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint spent_challenges_pkey PRIMARY KEY (brand_id, challenge_hash)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.staff_notices_declined (row security forced)
  brand_id uuid not null
  user_id uuid not null
  kind staff_notice_kind not null
  constraint staff_notices_declined_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES users(brand_id, id)
  constraint staff_notices_declined_pkey PRIMARY KEY (brand_id, user_id, kind)
  policy of_user for all to public using ( CASE WHEN ((brand_id, user_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).user_id AS user_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{laboratory}'::text[])))) END)

table public.staff_notices_told (row security forced)
  brand_id uuid not null
  kind staff_notice_kind not null
  told_at timestamp with time zone not null default now()
  constraint staff_notices_told_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint staff_notices_told_pkey PRIMARY KEY (brand_id, kind)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.statement_number_counters (row security forced)
  brand_id uuid not null
  year smallint not null
  last_number integer not null
  constraint statement_number_counters_last_number_check CHECK ((last_number > 0))
  constraint statement_number_counters_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint statement_number_counters_pkey PRIMARY KEY (brand_id, year)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))

table public.station_visits (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  station_id uuid not null
  order_id uuid not null
  began_at timestamp with time zone not null
  ended_at timestamp with time zone
  constraint station_visits__in_order CHECK ((ended_at >= began_at))
  constraint station_visits_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint station_visits_brand_id_order_id_fkey FOREIGN KEY (brand_id, order_id) REFERENCES orders(brand_id, id) ON DELETE CASCADE
  constraint station_visits_brand_id_station_id_fkey FOREIGN KEY (brand_id, station_id) REFERENCES stations(brand_id, id)
  constraint station_visits_pkey PRIMARY KEY (brand_id, id)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.stations (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  name text not null
  former_names text[] not null default '{}'::text[]
  constraint stations_former_names_check CHECK ((cardinality(former_names) <= 20))
  constraint stations_name_check CHECK (((name <> ''::text) AND (length(name) <= 40)))
  constraint stations_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint stations_pkey PRIMARY KEY (brand_id, id)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.subcontractors (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  name text not null
  address text not null
  postal_code text not null
  city text not null
  work text not null
  is_retired boolean not null default false
  created_at timestamp with time zone not null default now()
  constraint subcontractors_address_check CHECK (((address <> ''::text) AND (length(address) <= 200)))
  constraint subcontractors_city_check CHECK (((city <> ''::text) AND (length(city) <= 100)))
  constraint subcontractors_name_check CHECK (((name <> ''::text) AND (length(name) <= 120)))
  constraint subcontractors_postal_code_check CHECK (((postal_code <> ''::text) AND (length(postal_code) <= 20)))
  constraint subcontractors_work_check CHECK (((work <> ''::text) AND (length(work) <= 200)))
  constraint subcontractors_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint subcontractors_pkey PRIMARY KEY (brand_id, id)
  constraint subcontractors__name UNIQUE (brand_id, name)
  policy of_laboratory for all to public using (((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text]))))

table public.supplies (row security forced)
  brand_id uuid not null
  name text not null
  position smallint not null
  label_fr text not null
  label_en text not null
  options integer[] not null default '{}'::integer[]
  is_retired boolean not null default false
  constraint supplies_label_en_check CHECK ((label_en <> ''::text))
  constraint supplies_label_fr_check CHECK ((label_fr <> ''::text))
  constraint supplies_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,60}$'::text))
  constraint supplies_options_check CHECK ((1 <= ALL (options)))
  constraint supplies_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint supplies_pkey PRIMARY KEY (brand_id, name)
  policy of_laboratory for all to public using ((brand_id = ( SELECT tenant.brand_id() AS brand_id)))
  policy settings_insert for insert to public using ()
  policy settings_update for update to public using (( SELECT tenant.refuse_unless_settings() AS refuse_unless_settings))

table public.supply_order_lines (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  supply_order_id uuid not null
  name text not null
  quantity integer not null
  constraint supply_order_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 10000)))
  constraint supply_order_lines_brand_id_name_fkey FOREIGN KEY (brand_id, name) REFERENCES supplies(brand_id, name)
  constraint supply_order_lines_brand_id_practice_id_supply_order_id_fkey FOREIGN KEY (brand_id, practice_id, supply_order_id) REFERENCES supply_orders(brand_id, practice_id, id) DEFERRABLE
  constraint supply_order_lines_pkey PRIMARY KEY (brand_id, supply_order_id, name)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.supply_orders (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  id uuid not null default gen_random_uuid()
  status supply_order_status not null default 'requested'::supply_order_status
  created_by uuid not null
  created_at timestamp with time zone not null default now()
  status_by uuid
  status_at timestamp with time zone
  constraint supply_orders__status_by FOREIGN KEY (brand_id, status_by) REFERENCES users(brand_id, id)
  constraint supply_orders_brand_id_created_by_fkey FOREIGN KEY (brand_id, created_by) REFERENCES users(brand_id, id)
  constraint supply_orders_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint supply_orders_pkey PRIMARY KEY (brand_id, id)
  constraint supply_orders__practice_id UNIQUE (brand_id, practice_id, id)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.traceability_statements (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  order_id uuid not null
  version smallint not null
  number text not null
  content jsonb not null
  content_version smallint not null default 1
  signed_by uuid not null
  signed_by_name text not null
  signed_at timestamp with time zone not null default now()
  kept_until date not null
  constraint traceability_statements_number_check CHECK ((number <> ''::text))
  constraint traceability_statements_signed_by_name_check CHECK ((signed_by_name <> ''::text))
  constraint traceability_statements_version_check CHECK ((version > 0))
  constraint traceability_statements_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint traceability_statements_brand_id_signed_by_fkey FOREIGN KEY (brand_id, signed_by) REFERENCES users(brand_id, id)
  constraint traceability_statements_pkey PRIMARY KEY (brand_id, order_id, version)
  constraint traceability_statements__number UNIQUE (brand_id, number, version)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.unread_cases (row security forced)
  brand_id uuid not null
  practice_id uuid not null
  user_id uuid not null
  order_id uuid not null
  news bigint not null default nextval('unread_news'::regclass)
  since timestamp with time zone not null default now()
  constraint unread_cases_brand_id_practice_id_order_id_fkey FOREIGN KEY (brand_id, practice_id, order_id) REFERENCES orders(brand_id, practice_id, id) DEFERRABLE
  constraint unread_cases_brand_id_user_id_fkey FOREIGN KEY (brand_id, user_id) REFERENCES users(brand_id, id)
  constraint unread_cases_pkey PRIMARY KEY (brand_id, user_id, order_id)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)

table public.users (row security forced)
  brand_id uuid not null
  id uuid not null default gen_random_uuid()
  kind user_kind not null
  practice_id uuid
  login text not null
  email text not null
  phone text
  title text not null default ''::text
  first_name text not null
  last_name text not null
  country_code character(2) not null default 'FR'::bpchar
  language language not null default 'fr'::text
  account_type account_type
  is_dlcpm boolean not null default false
  is_practice_doctor boolean not null default false
  role staff_role
  password_hash text
  disabled_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  erased_at timestamp with time zone
  disabled_by kept_out_by
  import_id uuid
  constraint users__erased CHECK (((erased_at IS NULL) OR ((disabled_at IS NOT NULL) AND (password_hash IS NULL))))
  constraint users__manager_sees_all CHECK (((account_type IS DISTINCT FROM 'manager'::account_type) OR (NOT is_practice_doctor)))
  constraint users__of_practice CHECK (((kind <> 'practice'::user_kind) OR ((practice_id IS NOT NULL) AND (account_type IS NOT NULL) AND (role IS NULL))))
  constraint users__of_program CHECK (((kind <> 'program'::user_kind) OR ((role IS NULL) AND (practice_id IS NULL) AND (account_type IS NULL) AND (password_hash IS NULL) AND (NOT is_dlcpm) AND (NOT is_practice_doctor))))
  constraint users__of_staff CHECK (((kind <> 'staff'::user_kind) OR ((role IS NOT NULL) AND (practice_id IS NULL) AND (account_type IS NULL) AND (NOT is_dlcpm) AND (NOT is_practice_doctor))))
  constraint users_login_check CHECK (((login = lower(login)) AND (login <> ''::text)))
  constraint users_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text))
  constraint users_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id)
  constraint users_brand_id_practice_id_fkey FOREIGN KEY (brand_id, practice_id) REFERENCES practices(brand_id, id)
  constraint users_pkey PRIMARY KEY (brand_id, id)
  constraint users__login UNIQUE (brand_id, login)
  constraint users__practice_id UNIQUE (brand_id, practice_id, id)
  policy of_practice for all to public using ( CASE WHEN ((brand_id, practice_id) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).practice_id AS practice_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims))) THEN true ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims) WHERE ((opened.claims).audience = ANY ('{staff,laboratory}'::text[])))) END)
  policy read_by_opening for select to arcade_owner using ((brand_id = (NULLIF(current_setting('tenant.opening'::text, true), ''::text))::uuid))

table tenant.installation (row security off)
  only_row boolean not null default true
  id uuid not null default gen_random_uuid()
  files_marked_at timestamp with time zone
  begun_at timestamp with time zone not null default now()
  backed_up_at timestamp with time zone
  backup_lacks integer not null default 0
  constraint installation_backup_lacks_check CHECK ((backup_lacks >= 0))
  constraint installation_only_row_check CHECK (only_row)
  constraint installation_pkey PRIMARY KEY (only_row)

table tenant.signing_key (row security off)
  inner_pad bytea not null
  outer_pad bytea not null
  added_at timestamp with time zone not null default now()
  ends_at timestamp with time zone not null default 'infinity'::timestamp with time zone
  constraint signing_key_inner_pad_check CHECK ((octet_length(inner_pad) = 64))
  constraint signing_key_outer_pad_check CHECK ((octet_length(outer_pad) = 64))
  constraint signing_key_pkey PRIMARY KEY (inner_pad)


-- Indexes

CREATE INDEX account_changes__pending ON public.account_changes USING btree (brand_id, requested_at) WHERE (state = 'pending'::account_change_state)
CREATE INDEX account_changes__recent ON public.account_changes USING btree (brand_id, practice_id, requested_at DESC)
CREATE INDEX allocations__credit ON public.allocations USING btree (brand_id, credit_id)
CREATE INDEX allocations__debit ON public.allocations USING btree (brand_id, debit_id)
CREATE INDEX attachments__draft ON public.attachments USING btree (brand_id, draft_id) WHERE (draft_id IS NOT NULL)
CREATE UNIQUE INDEX attachments__one_photo ON public.attachments USING btree (brand_id, hand_over_id, order_id) WHERE ((hand_over_id IS NOT NULL) AND (state <> 'removed'::attachment_state))
CREATE INDEX attachments__order ON public.attachments USING btree (brand_id, order_id) WHERE (order_id IS NOT NULL)
CREATE INDEX attachments__practice ON public.attachments USING btree (brand_id, practice_id) INCLUDE (size) WHERE (state <> 'removed'::attachment_state)
CREATE INDEX attachments__unfinished ON public.attachments USING btree (brand_id, created_at) WHERE (state <> 'ready'::attachment_state)
CREATE INDEX audit_events__access ON public.audit_events USING btree (brand_id, at DESC, id DESC) WHERE (kind = ANY (ARRAY['signed_in'::audit_kind, 'sign_in_refused'::audit_kind, 'signed_out'::audit_kind, 'session_ended'::audit_kind, 'refresh_token_reused'::audit_kind, 'password_changed'::audit_kind, 'password_chosen'::audit_kind, 'password_link_sent'::audit_kind, 'password_change_refused'::audit_kind, 'own_password_refused'::audit_kind, 'passkey_added'::audit_kind, 'passkey_renamed'::audit_kind, 'passkey_removed'::audit_kind, 'passkey_refused'::audit_kind, 'second_factor_added'::audit_kind, 'second_factor_removed'::audit_kind, 'second_factor_refused'::audit_kind, 'recovery_codes_made'::audit_kind, 'recovery_code_used'::audit_kind, 'calendar_feed_made'::audit_kind, 'calendar_feed_revoked'::audit_kind, 'access_refused'::audit_kind, 'not_found_refused'::audit_kind]))
CREATE INDEX audit_events__order ON public.audit_events USING btree (brand_id, order_id, id) WHERE (order_id IS NOT NULL)
CREATE INDEX audit_events__readings ON public.audit_events USING btree (brand_id, at DESC, id DESC) WHERE (kind = ANY (ARRAY['case_viewed'::audit_kind, 'files_viewed'::audit_kind, 'messages_viewed'::audit_kind, 'document_viewed'::audit_kind, 'attachment_downloaded'::audit_kind, 'calendar_viewed'::audit_kind, 'invoices_viewed'::audit_kind, 'invoice_viewed'::audit_kind, 'invoice_document_viewed'::audit_kind, 'account_statement_viewed'::audit_kind, 'case_readers_viewed'::audit_kind, 'audit_viewed'::audit_kind, 'audit_checked'::audit_kind]))
CREATE INDEX audit_events__rest ON public.audit_events USING btree (brand_id, at DESC, id DESC) WHERE (kind <> ALL (ARRAY['case_viewed'::audit_kind, 'files_viewed'::audit_kind, 'messages_viewed'::audit_kind, 'document_viewed'::audit_kind, 'attachment_downloaded'::audit_kind, 'calendar_viewed'::audit_kind, 'invoices_viewed'::audit_kind, 'invoice_viewed'::audit_kind, 'invoice_document_viewed'::audit_kind, 'account_statement_viewed'::audit_kind, 'case_readers_viewed'::audit_kind, 'audit_viewed'::audit_kind, 'audit_checked'::audit_kind, 'order_created'::audit_kind, 'order_changed'::audit_kind, 'order_cancelled'::audit_kind, 'order_status_changed'::audit_kind, 'order_assigned'::audit_kind, 'hold_answered'::audit_kind, 'request_made'::audit_kind, 'request_answered'::audit_kind, 'request_withdrawn'::audit_kind, 'message_sent'::audit_kind, 'attachment_added'::audit_kind, 'attachment_removed'::audit_kind, 'problem_reported'::audit_kind, 'problem_answered'::audit_kind, 'problem_settled'::audit_kind, 'template_saved'::audit_kind, 'template_deleted'::audit_kind, 'materials_recorded'::audit_kind, 'release_checked'::audit_kind, 'statement_signed'::audit_kind, 'register_changed'::audit_kind, 'lot_checked'::audit_kind, 'lot_state_changed'::audit_kind, 'lot_recalled'::audit_kind, 'complaint_decided'::audit_kind, 'hand_over_noted'::audit_kind, 'delivery_taken_back'::audit_kind, 'reception_taken_back'::audit_kind, 'round_arranged'::audit_kind, 'ride_requested'::audit_kind, 'ride_cancelled'::audit_kind, 'ride_status_changed'::audit_kind, 'supplies_ordered'::audit_kind, 'supply_order_status_changed'::audit_kind, 'absence_declared'::audit_kind, 'absence_changed'::audit_kind, 'absence_deleted'::audit_kind, 'invoice_issued'::audit_kind, 'invoice_released'::audit_kind, 'invoice_reminded'::audit_kind, 'billing_run_started'::audit_kind, 'price_set'::audit_kind, 'pro_forma_drafted'::audit_kind, 'pro_forma_questioned'::audit_kind, 'pro_forma_approved'::audit_kind, 'pro_forma_reopened'::audit_kind, 'pro_forma_withdrawn'::audit_kind, 'credit_issued'::audit_kind, 'credit_set_against'::audit_kind, 'initial_balance_entered'::audit_kind, 'payment_begun'::audit_kind, 'payment_entered'::audit_kind, 'payment_succeeded'::audit_kind, 'payment_failed'::audit_kind, 'payment_withdrawn'::audit_kind, 'payment_refunded'::audit_kind, 'payment_disputed'::audit_kind, 'signed_in'::audit_kind, 'sign_in_refused'::audit_kind, 'signed_out'::audit_kind, 'session_ended'::audit_kind, 'refresh_token_reused'::audit_kind, 'password_changed'::audit_kind, 'password_chosen'::audit_kind, 'password_link_sent'::audit_kind, 'password_change_refused'::audit_kind, 'own_password_refused'::audit_kind, 'passkey_added'::audit_kind, 'passkey_renamed'::audit_kind, 'passkey_removed'::audit_kind, 'passkey_refused'::audit_kind, 'second_factor_added'::audit_kind, 'second_factor_removed'::audit_kind, 'second_factor_refused'::audit_kind, 'recovery_codes_made'::audit_kind, 'recovery_code_used'::audit_kind, 'calendar_feed_made'::audit_kind, 'calendar_feed_revoked'::audit_kind, 'access_refused'::audit_kind, 'not_found_refused'::audit_kind]))
CREATE INDEX audit_events__subject ON public.audit_events USING btree (brand_id, subject_id, id) WHERE ((subject_id IS NOT NULL) AND (route IS NULL))
CREATE INDEX audit_events__unsealed ON public.audit_events USING btree (brand_id, id) WHERE ("position" IS NULL)
CREATE INDEX audit_events__user ON public.audit_events USING btree (brand_id, user_id, id) WHERE (user_id IS NOT NULL)
CREATE INDEX audit_events__work ON public.audit_events USING btree (brand_id, at DESC, id DESC) WHERE (kind = ANY (ARRAY['order_created'::audit_kind, 'order_changed'::audit_kind, 'order_cancelled'::audit_kind, 'order_status_changed'::audit_kind, 'order_assigned'::audit_kind, 'hold_answered'::audit_kind, 'request_made'::audit_kind, 'request_answered'::audit_kind, 'request_withdrawn'::audit_kind, 'message_sent'::audit_kind, 'attachment_added'::audit_kind, 'attachment_removed'::audit_kind, 'problem_reported'::audit_kind, 'problem_answered'::audit_kind, 'problem_settled'::audit_kind, 'template_saved'::audit_kind, 'template_deleted'::audit_kind, 'materials_recorded'::audit_kind, 'release_checked'::audit_kind, 'statement_signed'::audit_kind, 'register_changed'::audit_kind, 'lot_checked'::audit_kind, 'lot_state_changed'::audit_kind, 'lot_recalled'::audit_kind, 'complaint_decided'::audit_kind, 'hand_over_noted'::audit_kind, 'delivery_taken_back'::audit_kind, 'reception_taken_back'::audit_kind, 'round_arranged'::audit_kind, 'ride_requested'::audit_kind, 'ride_cancelled'::audit_kind, 'ride_status_changed'::audit_kind, 'supplies_ordered'::audit_kind, 'supply_order_status_changed'::audit_kind, 'absence_declared'::audit_kind, 'absence_changed'::audit_kind, 'absence_deleted'::audit_kind, 'invoice_issued'::audit_kind, 'invoice_released'::audit_kind, 'invoice_reminded'::audit_kind, 'billing_run_started'::audit_kind, 'price_set'::audit_kind, 'pro_forma_drafted'::audit_kind, 'pro_forma_questioned'::audit_kind, 'pro_forma_approved'::audit_kind, 'pro_forma_reopened'::audit_kind, 'pro_forma_withdrawn'::audit_kind, 'credit_issued'::audit_kind, 'credit_set_against'::audit_kind, 'initial_balance_entered'::audit_kind, 'payment_begun'::audit_kind, 'payment_entered'::audit_kind, 'payment_succeeded'::audit_kind, 'payment_failed'::audit_kind, 'payment_withdrawn'::audit_kind, 'payment_refunded'::audit_kind, 'payment_disputed'::audit_kind]))
CREATE INDEX billing_run_practices__waiting ON public.billing_run_practices USING btree (brand_id, run_id) WHERE (state = 'waiting'::billing_run_state)
CREATE INDEX billing_runs__recent ON public.billing_runs USING btree (brand_id, created_at DESC)
CREATE INDEX erasure_requests__recent ON public.erasure_requests USING btree (brand_id, requested_at DESC)
CREATE INDEX feedback__of_author ON public.feedback USING btree (brand_id, author_id, created_at)
CREATE INDEX feedback__recent ON public.feedback USING btree (brand_id, created_at DESC)
CREATE INDEX hand_overs__day ON public.hand_overs USING btree (brand_id, day)
CREATE INDEX hand_overs__of_practice ON public.hand_overs USING btree (brand_id, practice_id, done_at DESC)
CREATE INDEX handed_cases__hand_over_id ON public.handed_cases USING btree (brand_id, hand_over_id)
CREATE UNIQUE INDEX handed_cases__once ON public.handed_cases USING btree (brand_id, order_id) WHERE (taken_back_at IS NULL)
CREATE INDEX idempotency_keys__about_unknown ON public.idempotency_keys USING btree (brand_id) WHERE (about IS NULL)
CREATE INDEX idempotency_keys__age ON public.idempotency_keys USING btree (created_at)
CREATE INDEX imports__latest ON public.imports USING btree (brand_id, created_at DESC)
CREATE INDEX invoice_documents__waiting ON public.invoice_documents USING btree (brand_id, invoice_id) WHERE (made_at IS NULL)
CREATE INDEX invoice_orders__order ON public.invoice_orders USING btree (brand_id, order_id)
CREATE INDEX invoices__balance ON public.invoices USING btree (brand_id, practice_id, due_on) INCLUDE (due_cents, pending_cents, type, status) WHERE (due_cents <> 0)
CREATE INDEX invoices__by_amount ON public.invoices USING btree (brand_id, amount_cents, id)
CREATE INDEX invoices__by_code ON public.invoices USING btree (brand_id, piece_code, id)
CREATE INDEX invoices__by_day ON public.invoices USING btree (brand_id, issued_on DESC, id DESC) INCLUDE (practice_id)
CREATE INDEX invoices__by_due_day ON public.invoices USING btree (brand_id, due_on, id)
CREATE INDEX invoices__by_number ON public.invoices USING btree (brand_id, number) INCLUDE (id)
CREATE INDEX invoices__by_start ON public.invoices USING btree (brand_id, piece_code COLLATE "C" DESC) INCLUDE (id)
CREATE UNIQUE INDEX invoices__code_once ON public.invoices USING btree (brand_id, piece_code)
CREATE INDEX invoices__corrected ON public.invoices USING btree (brand_id, corrects_id) WHERE (corrects_id IS NOT NULL)
CREATE INDEX invoices__credits ON public.invoices USING btree (brand_id, issued_on DESC, id DESC) INCLUDE (practice_id) WHERE (type = 'credit'::invoice_type)
CREATE UNIQUE INDEX invoices__one_first_balance ON public.invoices USING btree (brand_id, practice_id) WHERE ((type = 'initialBalance'::invoice_type) AND (corrects_id IS NULL))
CREATE INDEX invoices__payable ON public.invoices USING btree (brand_id, issued_on DESC, id DESC) INCLUDE (practice_id, status) WHERE (status = 'payable'::invoice_status)
CREATE INDEX invoices__recent ON public.invoices USING btree (brand_id, practice_id, issued_on DESC, id DESC)
CREATE INDEX invoices__status ON public.invoices USING btree (brand_id, practice_id, status, issued_on DESC)
CREATE INDEX invoices__to_pay ON public.invoices USING btree (brand_id, issued_on DESC, id DESC) INCLUDE (practice_id, due_on) WHERE ((due_cents > 0) AND (status <> 'to_reconcile'::invoice_status))
CREATE INDEX invoices__undecided ON public.invoices USING btree (brand_id, issued_on DESC, id DESC) INCLUDE (practice_id, status) WHERE (status = ANY (ARRAY['to_validate'::invoice_status, 'in_validation'::invoice_status, 'validated'::invoice_status, 'to_reconcile'::invoice_status, 'rejected'::invoice_status]))
CREATE INDEX kept_answer_subjects__subject ON public.kept_answer_subjects USING btree (brand_id, subject_id)
CREATE INDEX mails__recent ON public.mails USING btree (brand_id, created_at DESC, id)
CREATE INDEX mails__waiting ON public.mails USING btree (brand_id, created_at) WHERE (state = 'waiting'::mail_state)
CREATE INDEX material_lots__by_number_as_written ON public.material_lots USING btree (brand_id, number COLLATE "fr-x-icu")
CREATE INDEX material_lots__in_use ON public.material_lots USING btree (brand_id, material_id) INCLUDE (expires_on, checked_at) WHERE (state = 'usable'::lot_state)
CREATE INDEX merged_practices__into ON public.merged_practices USING btree (brand_id, into_id)
CREATE INDEX order_drafts__listed ON public.order_drafts USING btree (brand_id, user_id, updated_at)
CREATE INDEX order_events__deliveries ON public.order_events USING btree (brand_id, at) INCLUDE (order_id, practice_id, sequence) WHERE (status = 'delivered'::order_status)
CREATE UNIQUE INDEX order_events__taking_back ON public.order_events USING btree (brand_id, order_id, takes_back) INCLUDE (sequence) WHERE (takes_back IS NOT NULL)
CREATE INDEX order_messages__of_practices ON public.order_messages USING btree (brand_id, created_at) WHERE (NOT is_from_laboratory)
CREATE INDEX order_messages__thread ON public.order_messages USING btree (brand_id, order_id, sequence)
CREATE INDEX order_problems__adjusted ON public.order_problems USING btree (brand_id, practice_id, reported_at) WHERE is_adjustment
CREATE INDEX order_problems__answered ON public.order_problems USING btree (brand_id, practice_id, order_id) WHERE ((answered_at IS NOT NULL) AND (settled_at IS NULL))
CREATE INDEX order_problems__by_day ON public.order_problems USING btree (brand_id, reported_at DESC, id)
CREATE INDEX order_problems__unanswered ON public.order_problems USING btree (brand_id, reported_at, id) INCLUDE (practice_id, order_id, reported_by) WHERE ((answered_at IS NULL) AND (settled_at IS NULL))
CREATE INDEX order_problems__undecided ON public.order_problems USING btree (brand_id, reported_at DESC, id) INCLUDE (practice_id) WHERE (NOT is_decided)
CREATE INDEX order_product_materials__latest ON public.order_product_materials USING btree (brand_id, used_at DESC) INCLUDE (order_id, case_sequence) WHERE (used_at IS NOT NULL)
CREATE INDEX order_product_materials__lot ON public.order_product_materials USING btree (brand_id, lot_id) WHERE (lot_id IS NOT NULL)
CREATE INDEX order_products__by_version ON public.order_products USING btree (brand_id, reference, product_version)
CREATE INDEX order_requests__open ON public.order_requests USING btree (brand_id, asked_at) WHERE (state = 'open'::request_state)
CREATE INDEX orders__all ON public.orders USING btree (brand_id, practice_id, code) INCLUDE (id, status, patient_code, wished_on, delivery_on, appointment_at, search_text)
CREATE INDEX orders__answered ON public.orders USING btree (brand_id, hold_answered_at) INCLUDE (id, practice_id) WHERE (hold_answer IS NOT NULL)
CREATE INDEX orders__by_start ON public.orders USING btree (brand_id, code COLLATE "C" DESC) INCLUDE (id)
CREATE INDEX orders__changed ON public.orders USING btree (brand_id, changed_at) WHERE (changed_at IS NOT NULL)
CREATE INDEX orders__collected ON public.orders USING btree (brand_id, practice_id, created_at) WHERE (print_type = 'physical'::print_type)
CREATE INDEX orders__counted ON public.orders USING btree (brand_id, practice_id, status, hold_answer)
CREATE INDEX orders__history ON public.orders USING btree (brand_id, practice_id, delivery_on DESC NULLS LAST, code DESC) WHERE (status = ANY (ARRAY['delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status]))
CREATE INDEX orders__import ON public.orders USING btree (brand_id, import_id) WHERE (import_id IS NOT NULL)
CREATE INDEX orders__in_progress ON public.orders USING btree (brand_id, practice_id, delivery_on, code) WHERE (status <> ALL (ARRAY['delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status]))
CREATE INDEX orders__intake_by_age ON public.orders USING btree (brand_id, created_at, code) INCLUDE (id, practice_id) WHERE (status = 'registered'::order_status)
CREATE INDEX orders__intake_by_appointment ON public.orders USING btree (brand_id, appointment_at, code) INCLUDE (id, practice_id) WHERE (status = 'registered'::order_status)
CREATE INDEX orders__laboratory_by_appointment ON public.orders USING btree (brand_id, appointment_at, code) INCLUDE (id, practice_id) WHERE (status <> ALL (ARRAY['delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status]))
CREATE INDEX orders__laboratory_by_code ON public.orders USING btree (brand_id, code) INCLUDE (id, practice_id) WHERE (status <> ALL (ARRAY['delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status]))
CREATE INDEX orders__laboratory_by_creation ON public.orders USING btree (brand_id, created_at, code) INCLUDE (id, practice_id) WHERE (status <> ALL (ARRAY['delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status]))
CREATE INDEX orders__laboratory_by_day ON public.orders USING btree (brand_id, delivery_on, code) INCLUDE (id, practice_id, status, technician_id, search_text) WHERE (status <> ALL (ARRAY['delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status]))
CREATE INDEX orders__laboratory_cancelled ON public.orders USING btree (brand_id, delivery_on DESC NULLS LAST, code DESC) INCLUDE (id, practice_id) WHERE (status = 'cancelled'::order_status)
CREATE INDEX orders__laboratory_delivered ON public.orders USING btree (brand_id, practice_id, id) WHERE (status = 'delivered'::order_status)
CREATE INDEX orders__laboratory_history_by_appointment ON public.orders USING btree (brand_id, appointment_at, code) INCLUDE (id, practice_id) WHERE (status = ANY (ARRAY['delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status]))
CREATE INDEX orders__laboratory_history_by_creation ON public.orders USING btree (brand_id, created_at, code) INCLUDE (id, practice_id) WHERE (status = ANY (ARRAY['delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status]))
CREATE INDEX orders__laboratory_history_by_day ON public.orders USING btree (brand_id, delivery_on DESC NULLS LAST, code DESC) INCLUDE (id, practice_id) WHERE (status = ANY (ARRAY['delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status]))
CREATE INDEX orders__laboratory_history_by_patient ON public.orders USING btree (brand_id, patient COLLATE "fr-x-icu") WHERE ((patient IS NOT NULL) AND (status = ANY (ARRAY['delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status])))
CREATE INDEX orders__laboratory_history_by_surname ON public.orders USING btree (brand_id, patient_surname COLLATE "fr-x-icu") WHERE ((patient_surname IS NOT NULL) AND (status = ANY (ARRAY['delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status])))
CREATE INDEX orders__laboratory_in_preparation ON public.orders USING btree (brand_id, delivery_on, code) INCLUDE (id, practice_id, technician_id) WHERE (status = 'in_preparation'::order_status)
CREATE INDEX orders__laboratory_in_production ON public.orders USING btree (brand_id, delivery_on, code) INCLUDE (id, practice_id, technician_id) WHERE (status = 'in_production'::order_status)
CREATE INDEX orders__laboratory_on_hold ON public.orders USING btree (brand_id, delivery_on, code) INCLUDE (id, practice_id, technician_id) WHERE (status = 'on_hold'::order_status)
CREATE INDEX orders__laboratory_registered ON public.orders USING btree (brand_id, delivery_on, code) INCLUDE (id, practice_id, technician_id) WHERE (status = 'registered'::order_status)
CREATE INDEX orders__laboratory_shipped ON public.orders USING btree (brand_id, delivery_on, code) INCLUDE (id, practice_id, technician_id) WHERE (status = 'shipped'::order_status)
CREATE INDEX orders__leaving ON public.orders USING btree (brand_id, delivery_on) WHERE (status = ANY (ARRAY['in_production'::order_status, 'shipped'::order_status]))
CREATE UNIQUE INDEX orders__living_remake ON public.orders USING btree (brand_id, remake_of) WHERE ((remake_of IS NOT NULL) AND (status <> 'cancelled'::order_status))
CREATE INDEX orders__named_by_creation ON public.orders USING btree (brand_id, created_at) INCLUDE (practice_id) WHERE ((patient IS NOT NULL) AND (status = ANY (ARRAY['delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status])))
CREATE INDEX orders__remakes ON public.orders USING btree (brand_id, practice_id, remake_of) WHERE (remake_of IS NOT NULL)
CREATE INDEX orders__technician_by_day ON public.orders USING btree (brand_id, technician_id, delivery_on, code) INCLUDE (id, practice_id, status) WHERE ((technician_id IS NOT NULL) AND (status <> ALL (ARRAY['delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status])))
CREATE INDEX orders__technician_history_by_day ON public.orders USING btree (brand_id, technician_id, delivery_on DESC NULLS LAST, code DESC) INCLUDE (id, practice_id, status) WHERE ((technician_id IS NOT NULL) AND (status = ANY (ARRAY['delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status])))
CREATE INDEX orders__unanswered_problem ON public.orders USING btree (brand_id, code) INCLUDE (id, practice_id, status, delivery_on) WHERE has_unanswered_problem
CREATE INDEX orders__unsigned ON public.orders USING btree (brand_id, delivery_on, id) INCLUDE (practice_id) WHERE ((status = ANY (ARRAY['in_production'::order_status, 'shipped'::order_status, 'delivered'::order_status])) AND (NOT is_signed))
CREATE INDEX passkeys__host ON public.passkeys USING btree (brand_id, host)
CREATE INDEX password_links__over ON public.password_links USING btree (brand_id, expires_at)
CREATE INDEX password_links__user ON public.password_links USING btree (brand_id, user_id)
CREATE INDEX payment_events__payment ON public.payment_events USING btree (brand_id, payment_id)
CREATE INDEX payment_holds__invoice ON public.payment_holds USING btree (brand_id, invoice_id)
CREATE INDEX payments__pending ON public.payments USING btree (brand_id, created_at) WHERE (status = 'pending'::payment_status)
CREATE INDEX payments__recent ON public.payments USING btree (brand_id, practice_id, created_at DESC)
CREATE INDEX practice_price_lists__list ON public.practice_price_lists USING btree (brand_id, list_id)
CREATE INDEX practices__by_name ON public.practices USING btree (brand_id, name) INCLUDE (id)
CREATE INDEX price_list_prices__product ON public.price_list_prices USING btree (brand_id, reference, first_version)
CREATE UNIQUE INDEX price_lists__default ON public.price_lists USING btree (brand_id) WHERE is_default
CREATE UNIQUE INDEX price_lists__name ON public.price_lists USING btree (brand_id, lower(name))
CREATE INDEX program_keys__program ON public.program_keys USING btree (brand_id, program_id)
CREATE INDEX program_orders__order ON public.program_orders USING btree (brand_id, order_id)
CREATE INDEX program_practices__practice ON public.program_practices USING btree (brand_id, practice_id)
CREATE INDEX rides__day ON public.rides USING btree (brand_id, practice_id, day)
CREATE INDEX rides__of_day ON public.rides USING btree (brand_id, day)
CREATE INDEX sessions__user ON public.sessions USING btree (brand_id, user_id) WHERE (ended_at IS NULL)
CREATE INDEX sign_in_challenges__over ON public.sign_in_challenges USING btree (brand_id, expires_at)
CREATE INDEX sign_in_challenges__user ON public.sign_in_challenges USING btree (brand_id, user_id)
CREATE INDEX sign_in_limits__forgotten ON public.sign_in_limits USING btree (brand_id, forgotten_at)
CREATE INDEX signup_requests__recent ON public.signup_requests USING btree (brand_id, created_at DESC)
CREATE INDEX signup_requests__waiting ON public.signup_requests USING btree (brand_id, created_at) WHERE (state = 'waiting'::signup_state)
CREATE INDEX spent_challenges__forgotten ON public.spent_challenges USING btree (brand_id, forgotten_at)
CREATE INDEX station_visits__by_time ON public.station_visits USING btree (brand_id, began_at)
CREATE INDEX station_visits__of_case ON public.station_visits USING btree (brand_id, order_id, began_at)
CREATE INDEX station_visits__of_place ON public.station_visits USING btree (brand_id, station_id)
CREATE UNIQUE INDEX station_visits__one_case ON public.station_visits USING btree (brand_id, station_id) WHERE (ended_at IS NULL)
CREATE UNIQUE INDEX station_visits__one_place ON public.station_visits USING btree (brand_id, order_id) WHERE (ended_at IS NULL)
CREATE UNIQUE INDEX stations__name ON public.stations USING btree (brand_id, lower(name))
CREATE INDEX supply_orders__open ON public.supply_orders USING btree (brand_id, created_at) WHERE (status = ANY (ARRAY['requested'::supply_order_status, 'prepared'::supply_order_status]))
CREATE INDEX supply_orders__recent ON public.supply_orders USING btree (brand_id, practice_id, created_at DESC)
CREATE INDEX traceability_statements__by_day ON public.traceability_statements USING btree (brand_id, signed_at, order_id)
CREATE INDEX traceability_statements__kept ON public.traceability_statements USING btree (brand_id, kept_until)
CREATE INDEX users__email ON public.users USING btree (brand_id, lower(email))
CREATE INDEX users__practice ON public.users USING btree (brand_id, practice_id)

-- Functions and procedures

CREATE OR REPLACE FUNCTION public.account_change_decided_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() = 'laboratory'
      and to_jsonb(new) - '{practice_id,subject_id}'::text[] = to_jsonb(old) - '{practice_id,subject_id}'::text[]) is true then
    return new;
  end if;
  raise exception 'this request has been decided'
    using errcode = 'check_violation', constraint = 'account_changes__decided_once', table = 'account_changes';
end $function$

CREATE OR REPLACE FUNCTION public.allocation_settles()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  settled integer;
begin
  update invoices set settled_cents = settled_cents + new.cents
    where brand_id = new.brand_id
      and (id = new.credit_id and amount_cents < 0 or id = new.debit_id and amount_cents > 0 and type <> 'pro_forma');
  get diagnostics settled = row_count;
  if settled <> 2 or new.cents < 0 and (
      select sum(a.cents) from allocations a
      where a.brand_id = new.brand_id and a.credit_id = new.credit_id and a.debit_id = new.debit_id) < 0 then
    raise exception 'a credit is set against what is owed, and taken back from there'
      using errcode = 'check_violation', constraint = 'allocations__sides', table = 'allocations';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.are_distinct_addresses(addresses text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (SELECT (count(*) = count(DISTINCT lower(address.address))) FROM unnest(are_distinct_addresses.addresses) address(address))

CREATE OR REPLACE FUNCTION public.attachment_has_sender()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tenant.audience() in ('staff', 'practice') then
    new.of_laboratory := tenant.audience() = 'staff';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.attachment_stays()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tenant.audience() <> 'laboratory' and (old.state = 'held' and new.state = 'ready'
      or old.sha256 is not null and new.sha256 is distinct from old.sha256) then
    raise exception 'a file is what it was when it came'
      using errcode = 'insufficient_privilege', constraint = 'attachments__stay', table = 'attachments';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.billable_lines(brand uuid, order_ids uuid[], discount integer)
 RETURNS TABLE(order_id uuid, order_code text, patient_code text, case_sequence smallint, reference text, label_fr text, label_en text, quantity smallint, unit_price_cents bigint, discount_cents bigint, net_cents bigint, vat vat_category, vat_rate smallint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT o.id,
     o.code,
     o.patient_code,
     l.case_sequence,
     l.reference,
     l.label_fr,
     l.label_en,
     l.quantity,
     priced.unit,
     priced.discount,
     (priced.gross - priced.discount),
     taxed.vat,
     (
         CASE taxed.vat
             WHEN 'standard'::vat_category THEN 2000
             ELSE 0
         END)::smallint AS int2
    FROM ((((((orders o
      JOIN order_products l ON (((l.brand_id = o.brand_id) AND (l.order_id = o.id))))
      LEFT JOIN products p ON (((p.brand_id = l.brand_id) AND (p.reference = l.reference) AND (p.version = l.product_version))))
      LEFT JOIN billing_settings s ON ((s.brand_id = o.brand_id)))
      CROSS JOIN LATERAL ( SELECT
                 CASE
                     WHEN s.is_vat_exempt THEN 'exempt'::vat_category
                     ELSE COALESCE(l.own_vat, p.vat)
                 END AS vat) taxed)
      CROSS JOIN LATERAL ( SELECT ((o.remake_of IS NOT NULL) AND (l.own_price_cents IS NULL)) AS is_free,
             ((o.remake_of IS NOT NULL) AND is_free_remake(o.brand_id, o.id)) AS is_whole) free)
      CROSS JOIN LATERAL ( SELECT price.unit,
             (l.quantity * price.unit) AS gross,
                 CASE
                     WHEN free.is_free THEN (l.quantity * price.unit)
                     ELSE (round(((((l.quantity * price.unit) * billable_lines.discount))::numeric / 10000.0)))::bigint
                 END AS discount
            FROM ( SELECT COALESCE(l.own_price_cents, (l.listed_price_cents)::bigint, (p.price_cents)::bigint, (
                         CASE
                             WHEN free.is_whole THEN 0
                             ELSE NULL::integer
                         END)::bigint) AS unit) price) priced)
   WHERE ((o.brand_id = billable_lines.brand) AND (o.id = ANY (billable_lines.order_ids)));
END

CREATE OR REPLACE FUNCTION public.buyer_of(brand uuid, practice uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT jsonb_strip_nulls(jsonb_build_object('name', p.name, 'address', p.address, 'postalCode', p.postal_code, 'city', p.city, 'countryCode', p.country_code, 'rppsSiretSiren', p.rpps_siret_siren, 'vatNumber', p.vat_number, 'deliveryAddress', p.delivery_address, 'deliveryPostalCode', p.delivery_postal_code, 'deliveryCity', p.delivery_city, 'email', ( SELECT found.email
            FROM ( SELECT u.email,
                     1 AS place,
                     (u.account_type <> 'manager'::account_type) AS is_doctor,
                     u.created_at,
                     u.id
                    FROM users u
                   WHERE ((u.brand_id = p.brand_id) AND (u.practice_id = p.id) AND (u.kind = 'practice'::user_kind) AND (u.disabled_at IS NULL))
                 UNION ALL
                  SELECT given.email,
                     2,
                     false,
                     NULL::timestamp with time zone,
                     NULL::uuid
                    FROM unnest(p.emails) WITH ORDINALITY given(email, place)
                   WHERE (given.place = 1)
                 UNION ALL
                  SELECT u.email,
                     3,
                     (u.account_type <> 'manager'::account_type),
                     u.created_at,
                     u.id
                    FROM users u
                   WHERE ((u.brand_id = p.brand_id) AND (u.practice_id = p.id) AND (u.kind = 'practice'::user_kind) AND (u.disabled_at IS NOT NULL) AND (u.erased_at IS NULL))) found
           ORDER BY found.place, found.is_doctor, found.created_at, found.id
          LIMIT 1))) AS jsonb_strip_nulls
    FROM practices p
   WHERE ((p.brand_id = buyer_of.brand) AND (p.id = buyer_of.practice));
END

CREATE OR REPLACE FUNCTION public.came_cents(brand uuid, payment uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (SELECT CASE WHEN (p.refunded_cents = 0) THEN p.amount_cents ELSE (p.amount_cents - ((SELECT COALESCE(sum(i.amount_cents), (0)::numeric) AS "coalesce" FROM invoices i WHERE ((i.brand_id = p.brand_id) AND (i.payment_id = p.id) AND (i.amount_cents > 0) AND (i.returned_as = 'mistake'::payment_return))))::bigint) END AS "case" FROM payments p WHERE ((p.brand_id = came_cents.brand) AND (p.id = came_cents.payment) AND (p.status = ANY (ARRAY['succeeded'::payment_status, 'refunded'::payment_status]))))

CREATE OR REPLACE FUNCTION public.case_asked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update orders o set asked_at = new.asked_at where o.brand_id = new.brand_id and o.id = new.order_id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.cash_dist(money, money)
 RETURNS money
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$cash_dist$function$

CREATE OR REPLACE FUNCTION public.costs_nothing(brand uuid, of_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (SELECT COALESCE(bool_and(((NOT (l.net_cents IS DISTINCT FROM 0)) AND (l.vat IS NOT NULL))), false) AS "coalesce" FROM billable_lines(costs_nothing.brand, ARRAY[costs_nothing.of_order], 0) l(order_id, order_code, patient_code, case_sequence, reference, label_fr, label_en, quantity, unit_price_cents, discount_cents, net_cents, vat, vat_rate))

CREATE OR REPLACE FUNCTION public.date_dist(date, date)
 RETURNS integer
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$date_dist$function$

CREATE OR REPLACE FUNCTION public.delivered_on(brand uuid, of_order uuid, zone text)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (SELECT ((min(e.at) AT TIME ZONE delivered_on.zone))::date AS timezone FROM order_events e WHERE ((e.brand_id = delivered_on.brand) AND (e.order_id = delivered_on.of_order) AND (e.status = 'delivered'::order_status) AND (NOT (EXISTS (SELECT FROM order_events void WHERE ((void.brand_id = e.brand_id) AND (void.order_id = e.order_id) AND (void.takes_back <= e.sequence) AND (void.sequence > e.sequence)))))))

CREATE OR REPLACE FUNCTION public.delivery_taken_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
  by_practice boolean := tenant.audience() = 'practice';
  first order_events;
  is_from_bench boolean;
  is_of_practice boolean;
begin
  if (by_practice or tenant.audience() = 'staff') is not true or new.brand_id is distinct from tenant.brand_id() then
    raise exception 'this delivery is not taken back'
      using errcode = 'check_violation', constraint = 'order_events__taken_back', table = 'order_events';
  end if;
  perform tenant.set_context(new.brand_id, null, null);
  -- Who bills it, or hands it over, in this moment was first, or finds it on its way.
  perform from orders o where o.brand_id = new.brand_id and o.id = new.order_id for no key update;
  select * into first from order_events e
    where e.brand_id = new.brand_id and e.order_id = new.order_id and e.status = 'delivered' and e.kind = 'step'
      and not exists (select from order_events since
        where since.brand_id = e.brand_id and since.order_id = e.order_id and since.sequence > e.sequence
          and since.status not in ('delivered', 'invoiced'))
    order by e.sequence desc limit 1;
  -- What was handed over before anybody had said that it left goes back to where it was.
  is_from_bench := exists (
    select from order_events e where e.brand_id = new.brand_id and e.order_id = new.order_id
      and e.sequence = first.sequence - 1 and e.status = 'shipped' and e.at = first.at);
  is_of_practice := exists (select from users u
      where u.brand_id = new.brand_id and u.id = first.author_id and u.kind = 'practice')
    and not exists (select from handed_cases h
      where h.brand_id = new.brand_id and h.order_id = new.order_id and h.taken_back_at is null);
  if not exists (select from orders o
       where o.brand_id = new.brand_id and o.practice_id = new.practice_id and o.id = new.order_id and o.status = 'delivered')
     or first.sequence is null
     or (select (first.at at time zone b.time_zone)::date from brands b where b.id = new.brand_id)
       is distinct from today_of(new.brand_id)
     or is_of_practice <> by_practice
     or is_billed(new.brand_id, new.order_id)
     or new.takes_back <> first.sequence - is_from_bench::integer
     or new.status <> (case when is_from_bench then 'in_production' else 'shipped' end)::order_status then
    raise exception 'this delivery is not taken back'
      using errcode = 'check_violation', constraint = 'order_events__taken_back', table = 'order_events';
  end if;
  update handed_cases h set taken_back_at = now()
    where h.brand_id = new.brand_id and h.order_id = new.order_id and h.taken_back_at is null;
  perform set_config('tenant.context', context, true);
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.documents_begun()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  brand uuid;
begin
  for brand in select distinct m.brand_id from made m loop
    perform tenant.begin_documents(brand, array(select m.id from made m where m.brand_id = brand));
    -- Of a piece with lines, whoever issues it says who the parties are.
    perform tenant.add_parties(brand, m.id) from made m where m.brand_id = brand and m.type = 'paiement';
  end loop;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.end_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
begin
  perform tenant.set_context(new.brand_id, null, null);
  update sessions set ended_at = now(), ended_because = 'user_disabled'
    where brand_id = new.brand_id and user_id = new.id and ended_at is null;
  delete from password_links where brand_id = new.brand_id and user_id = new.id;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.entered_like_it(brand uuid, practice uuid, amount_cents bigint, came_on date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (SELECT COALESCE((bool_or((e.amount_cents = entered_like_it.amount_cents)) OR ((count(*) <= 200) AND (sum(e.amount_cents) = (entered_like_it.amount_cents)::numeric))), false) AS "coalesce" FROM entered_of(entered_like_it.brand, entered_like_it.practice, entered_like_it.came_on) e(brand_id, practice_id, id, mode, amount_cents, currency, status, refunded_cents, provider, provider_reference, reference, received_on, note, created_by, created_at, settled_at, failed_at, disputed_at, means, payer_reference))

CREATE OR REPLACE FUNCTION public.entered_of(brand uuid, practice uuid, came_on date)
 RETURNS SETOF payments
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT p.brand_id,
     p.practice_id,
     p.id,
     p.mode,
     p.amount_cents,
     p.currency,
     p.status,
     p.refunded_cents,
     p.provider,
     p.provider_reference,
     p.reference,
     p.received_on,
     p.note,
     p.created_by,
     p.created_at,
     p.settled_at,
     p.failed_at,
     p.disputed_at,
     p.means,
     p.payer_reference
    FROM payments p
   WHERE ((p.brand_id = entered_of.brand) AND (p.practice_id = entered_of.practice) AND ((p.received_on >= (entered_of.came_on - 7)) AND (p.received_on <= (entered_of.came_on + 7))) AND is_without_line(p.brand_id, p.id));
END

CREATE OR REPLACE FUNCTION public.entry_now(brand uuid, entry text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  name text := entry;
begin
  while line_is_free(brand, name) loop
    name := encode(sha256(convert_to(name || '/again', 'UTF8')), 'hex');
  end loop;
  return name;
end $function$

CREATE OR REPLACE FUNCTION public.erasure_decided_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state <> 'waiting' then
    raise exception 'this request has been decided'
      using errcode = 'check_violation', constraint = 'erasure_requests__decided_once', table = 'erasure_requests';
  end if;
  if (case new.state
        when 'withdrawn' then tenant.user_id() = new.user_id
        when 'refused' then tenant.audience() = 'staff'
        when 'carried_out' then exists (
          select from users u where u.brand_id = new.brand_id and u.id = new.user_id and u.erased_at is not null)
      end) is not true then
    raise exception 'not theirs to decide' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.event_marks_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op <> 'INSERT' and old.status = 'delivered' then
    insert into figure_marks (brand_id, month)
      select b.id, date_trunc('month', old.at at time zone b.time_zone)::date from brands b where b.id = old.brand_id
    on conflict do nothing;
  end if;
  perform mark_figures(coalesce(new.brand_id, old.brand_id), coalesce(new.order_id, old.order_id));
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.float4_dist(real, real)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$float4_dist$function$

CREATE OR REPLACE FUNCTION public.float8_dist(double precision, double precision)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$float8_dist$function$

CREATE OR REPLACE FUNCTION public.gbt_bit_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bit_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_bit_consistent(internal, bit, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bit_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_bit_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bit_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_bit_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bit_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_bit_same(gbtreekey_var, gbtreekey_var, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bit_same$function$

CREATE OR REPLACE FUNCTION public.gbt_bit_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bit_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_bit_union(internal, internal)
 RETURNS gbtreekey_var
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bit_union$function$

CREATE OR REPLACE FUNCTION public.gbt_bool_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE STRICT
AS '$libdir/btree_gist', $function$gbt_bool_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_bool_consistent(internal, boolean, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE STRICT
AS '$libdir/btree_gist', $function$gbt_bool_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_bool_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE STRICT
AS '$libdir/btree_gist', $function$gbt_bool_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_bool_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE STRICT
AS '$libdir/btree_gist', $function$gbt_bool_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_bool_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE STRICT
AS '$libdir/btree_gist', $function$gbt_bool_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_bool_same(gbtreekey2, gbtreekey2, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE STRICT
AS '$libdir/btree_gist', $function$gbt_bool_same$function$

CREATE OR REPLACE FUNCTION public.gbt_bool_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bool_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_bool_union(internal, internal)
 RETURNS gbtreekey2
 LANGUAGE c
 IMMUTABLE STRICT
AS '$libdir/btree_gist', $function$gbt_bool_union$function$

CREATE OR REPLACE FUNCTION public.gbt_bpchar_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bpchar_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_bpchar_consistent(internal, character, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bpchar_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_bpchar_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bpchar_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_bytea_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bytea_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_bytea_consistent(internal, bytea, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bytea_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_bytea_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bytea_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_bytea_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bytea_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_bytea_same(gbtreekey_var, gbtreekey_var, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bytea_same$function$

CREATE OR REPLACE FUNCTION public.gbt_bytea_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bytea_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_bytea_union(internal, internal)
 RETURNS gbtreekey_var
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_bytea_union$function$

CREATE OR REPLACE FUNCTION public.gbt_cash_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_cash_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_cash_consistent(internal, money, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_cash_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_cash_distance(internal, money, smallint, oid, internal)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_cash_distance$function$

CREATE OR REPLACE FUNCTION public.gbt_cash_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_cash_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_cash_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_cash_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_cash_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_cash_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_cash_same(gbtreekey16, gbtreekey16, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_cash_same$function$

CREATE OR REPLACE FUNCTION public.gbt_cash_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_cash_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_cash_union(internal, internal)
 RETURNS gbtreekey16
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_cash_union$function$

CREATE OR REPLACE FUNCTION public.gbt_date_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_date_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_date_consistent(internal, date, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_date_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_date_distance(internal, date, smallint, oid, internal)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_date_distance$function$

CREATE OR REPLACE FUNCTION public.gbt_date_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_date_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_date_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_date_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_date_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_date_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_date_same(gbtreekey8, gbtreekey8, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_date_same$function$

CREATE OR REPLACE FUNCTION public.gbt_date_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_date_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_date_union(internal, internal)
 RETURNS gbtreekey8
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_date_union$function$

CREATE OR REPLACE FUNCTION public.gbt_decompress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_decompress$function$

CREATE OR REPLACE FUNCTION public.gbt_enum_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_enum_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_enum_consistent(internal, anyenum, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_enum_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_enum_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_enum_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_enum_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_enum_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_enum_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_enum_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_enum_same(gbtreekey8, gbtreekey8, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_enum_same$function$

CREATE OR REPLACE FUNCTION public.gbt_enum_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_enum_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_enum_union(internal, internal)
 RETURNS gbtreekey8
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_enum_union$function$

CREATE OR REPLACE FUNCTION public.gbt_float4_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float4_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_float4_consistent(internal, real, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float4_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_float4_distance(internal, real, smallint, oid, internal)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float4_distance$function$

CREATE OR REPLACE FUNCTION public.gbt_float4_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float4_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_float4_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float4_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_float4_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float4_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_float4_same(gbtreekey8, gbtreekey8, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float4_same$function$

CREATE OR REPLACE FUNCTION public.gbt_float4_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float4_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_float4_union(internal, internal)
 RETURNS gbtreekey8
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float4_union$function$

CREATE OR REPLACE FUNCTION public.gbt_float8_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float8_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_float8_consistent(internal, double precision, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float8_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_float8_distance(internal, double precision, smallint, oid, internal)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float8_distance$function$

CREATE OR REPLACE FUNCTION public.gbt_float8_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float8_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_float8_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float8_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_float8_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float8_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_float8_same(gbtreekey16, gbtreekey16, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float8_same$function$

CREATE OR REPLACE FUNCTION public.gbt_float8_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float8_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_float8_union(internal, internal)
 RETURNS gbtreekey16
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_float8_union$function$

CREATE OR REPLACE FUNCTION public.gbt_inet_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_inet_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_inet_consistent(internal, inet, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_inet_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_inet_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_inet_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_inet_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_inet_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_inet_same(gbtreekey16, gbtreekey16, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_inet_same$function$

CREATE OR REPLACE FUNCTION public.gbt_inet_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_inet_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_inet_union(internal, internal)
 RETURNS gbtreekey16
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_inet_union$function$

CREATE OR REPLACE FUNCTION public.gbt_int2_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int2_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_int2_consistent(internal, smallint, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int2_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_int2_distance(internal, smallint, smallint, oid, internal)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int2_distance$function$

CREATE OR REPLACE FUNCTION public.gbt_int2_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int2_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_int2_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int2_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_int2_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int2_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_int2_same(gbtreekey4, gbtreekey4, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int2_same$function$

CREATE OR REPLACE FUNCTION public.gbt_int2_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int2_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_int2_union(internal, internal)
 RETURNS gbtreekey4
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int2_union$function$

CREATE OR REPLACE FUNCTION public.gbt_int4_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int4_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_int4_consistent(internal, integer, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int4_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_int4_distance(internal, integer, smallint, oid, internal)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int4_distance$function$

CREATE OR REPLACE FUNCTION public.gbt_int4_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int4_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_int4_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int4_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_int4_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int4_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_int4_same(gbtreekey8, gbtreekey8, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int4_same$function$

CREATE OR REPLACE FUNCTION public.gbt_int4_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int4_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_int4_union(internal, internal)
 RETURNS gbtreekey8
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int4_union$function$

CREATE OR REPLACE FUNCTION public.gbt_int8_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int8_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_int8_consistent(internal, bigint, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int8_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_int8_distance(internal, bigint, smallint, oid, internal)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int8_distance$function$

CREATE OR REPLACE FUNCTION public.gbt_int8_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int8_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_int8_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int8_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_int8_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int8_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_int8_same(gbtreekey16, gbtreekey16, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int8_same$function$

CREATE OR REPLACE FUNCTION public.gbt_int8_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int8_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_int8_union(internal, internal)
 RETURNS gbtreekey16
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_int8_union$function$

CREATE OR REPLACE FUNCTION public.gbt_intv_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_intv_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_intv_consistent(internal, interval, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_intv_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_intv_decompress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_intv_decompress$function$

CREATE OR REPLACE FUNCTION public.gbt_intv_distance(internal, interval, smallint, oid, internal)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_intv_distance$function$

CREATE OR REPLACE FUNCTION public.gbt_intv_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_intv_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_intv_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_intv_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_intv_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_intv_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_intv_same(gbtreekey32, gbtreekey32, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_intv_same$function$

CREATE OR REPLACE FUNCTION public.gbt_intv_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_intv_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_intv_union(internal, internal)
 RETURNS gbtreekey32
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_intv_union$function$

CREATE OR REPLACE FUNCTION public.gbt_macad8_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad8_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_macad8_consistent(internal, macaddr8, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad8_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_macad8_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad8_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_macad8_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad8_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_macad8_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad8_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_macad8_same(gbtreekey16, gbtreekey16, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad8_same$function$

CREATE OR REPLACE FUNCTION public.gbt_macad8_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad8_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_macad8_union(internal, internal)
 RETURNS gbtreekey16
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad8_union$function$

CREATE OR REPLACE FUNCTION public.gbt_macad_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_macad_consistent(internal, macaddr, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_macad_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_macad_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_macad_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_macad_same(gbtreekey16, gbtreekey16, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad_same$function$

CREATE OR REPLACE FUNCTION public.gbt_macad_union(internal, internal)
 RETURNS gbtreekey16
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macad_union$function$

CREATE OR REPLACE FUNCTION public.gbt_macaddr_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_macaddr_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_numeric_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_numeric_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_numeric_consistent(internal, numeric, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_numeric_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_numeric_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_numeric_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_numeric_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_numeric_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_numeric_same(gbtreekey_var, gbtreekey_var, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_numeric_same$function$

CREATE OR REPLACE FUNCTION public.gbt_numeric_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_numeric_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_numeric_union(internal, internal)
 RETURNS gbtreekey_var
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_numeric_union$function$

CREATE OR REPLACE FUNCTION public.gbt_oid_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_oid_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_oid_consistent(internal, oid, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_oid_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_oid_distance(internal, oid, smallint, oid, internal)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_oid_distance$function$

CREATE OR REPLACE FUNCTION public.gbt_oid_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_oid_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_oid_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_oid_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_oid_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_oid_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_oid_same(gbtreekey8, gbtreekey8, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_oid_same$function$

CREATE OR REPLACE FUNCTION public.gbt_oid_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_oid_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_oid_union(internal, internal)
 RETURNS gbtreekey8
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_oid_union$function$

CREATE OR REPLACE FUNCTION public.gbt_text_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_text_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_text_consistent(internal, text, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_text_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_text_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_text_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_text_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_text_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_text_same(gbtreekey_var, gbtreekey_var, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_text_same$function$

CREATE OR REPLACE FUNCTION public.gbt_text_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_text_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_text_union(internal, internal)
 RETURNS gbtreekey_var
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_text_union$function$

CREATE OR REPLACE FUNCTION public.gbt_time_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_time_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_time_consistent(internal, time without time zone, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_time_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_time_distance(internal, time without time zone, smallint, oid, internal)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_time_distance$function$

CREATE OR REPLACE FUNCTION public.gbt_time_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_time_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_time_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_time_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_time_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_time_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_time_same(gbtreekey16, gbtreekey16, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_time_same$function$

CREATE OR REPLACE FUNCTION public.gbt_time_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_time_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_time_union(internal, internal)
 RETURNS gbtreekey16
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_time_union$function$

CREATE OR REPLACE FUNCTION public.gbt_timetz_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_timetz_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_timetz_consistent(internal, time with time zone, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_timetz_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_ts_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_ts_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_ts_consistent(internal, timestamp without time zone, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_ts_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_ts_distance(internal, timestamp without time zone, smallint, oid, internal)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_ts_distance$function$

CREATE OR REPLACE FUNCTION public.gbt_ts_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_ts_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_ts_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_ts_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_ts_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_ts_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_ts_same(gbtreekey16, gbtreekey16, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_ts_same$function$

CREATE OR REPLACE FUNCTION public.gbt_ts_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_ts_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_ts_union(internal, internal)
 RETURNS gbtreekey16
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_ts_union$function$

CREATE OR REPLACE FUNCTION public.gbt_tstz_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_tstz_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_tstz_consistent(internal, timestamp with time zone, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_tstz_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_tstz_distance(internal, timestamp with time zone, smallint, oid, internal)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_tstz_distance$function$

CREATE OR REPLACE FUNCTION public.gbt_uuid_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_uuid_compress$function$

CREATE OR REPLACE FUNCTION public.gbt_uuid_consistent(internal, uuid, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_uuid_consistent$function$

CREATE OR REPLACE FUNCTION public.gbt_uuid_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_uuid_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_uuid_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_uuid_penalty$function$

CREATE OR REPLACE FUNCTION public.gbt_uuid_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_uuid_picksplit$function$

CREATE OR REPLACE FUNCTION public.gbt_uuid_same(gbtreekey32, gbtreekey32, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_uuid_same$function$

CREATE OR REPLACE FUNCTION public.gbt_uuid_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_uuid_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbt_uuid_union(internal, internal)
 RETURNS gbtreekey32
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_uuid_union$function$

CREATE OR REPLACE FUNCTION public.gbt_var_decompress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_var_decompress$function$

CREATE OR REPLACE FUNCTION public.gbt_var_fetch(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_var_fetch$function$

CREATE OR REPLACE FUNCTION public.gbt_varbit_sortsupport(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbt_varbit_sortsupport$function$

CREATE OR REPLACE FUNCTION public.gbtreekey16_in(cstring)
 RETURNS gbtreekey16
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbtreekey_in$function$

CREATE OR REPLACE FUNCTION public.gbtreekey16_out(gbtreekey16)
 RETURNS cstring
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbtreekey_out$function$

CREATE OR REPLACE FUNCTION public.gbtreekey2_in(cstring)
 RETURNS gbtreekey2
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbtreekey_in$function$

CREATE OR REPLACE FUNCTION public.gbtreekey2_out(gbtreekey2)
 RETURNS cstring
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbtreekey_out$function$

CREATE OR REPLACE FUNCTION public.gbtreekey32_in(cstring)
 RETURNS gbtreekey32
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbtreekey_in$function$

CREATE OR REPLACE FUNCTION public.gbtreekey32_out(gbtreekey32)
 RETURNS cstring
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbtreekey_out$function$

CREATE OR REPLACE FUNCTION public.gbtreekey4_in(cstring)
 RETURNS gbtreekey4
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbtreekey_in$function$

CREATE OR REPLACE FUNCTION public.gbtreekey4_out(gbtreekey4)
 RETURNS cstring
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbtreekey_out$function$

CREATE OR REPLACE FUNCTION public.gbtreekey8_in(cstring)
 RETURNS gbtreekey8
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbtreekey_in$function$

CREATE OR REPLACE FUNCTION public.gbtreekey8_out(gbtreekey8)
 RETURNS cstring
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbtreekey_out$function$

CREATE OR REPLACE FUNCTION public.gbtreekey_var_in(cstring)
 RETURNS gbtreekey_var
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbtreekey_in$function$

CREATE OR REPLACE FUNCTION public.gbtreekey_var_out(gbtreekey_var)
 RETURNS cstring
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gbtreekey_out$function$

CREATE OR REPLACE FUNCTION public.gist_translate_cmptype_btree(integer)
 RETURNS smallint
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$gist_translate_cmptype_btree$function$

CREATE OR REPLACE FUNCTION public.halves_of(from_on date, from_shift ride_shift, to_on date, to_shift ride_shift)
 RETURNS int4range
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN int4range((((from_on - '2000-01-01'::date) * 2) + ((from_shift = 'PM'::ride_shift))::integer), (((to_on - '2000-01-01'::date) * 2) + ((to_shift = 'PM'::ride_shift))::integer), '[]'::text)

CREATE OR REPLACE FUNCTION public.here_like_it(brand uuid, practice uuid, amount_cents bigint, came_on date, besides uuid[], ended uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (SELECT COALESCE((bool_or((e.cents = here_like_it.amount_cents)) OR ((count(*) <= 200) AND ((sum(e.cents) = (here_like_it.amount_cents)::numeric) OR (sum(e.cents) FILTER (WHERE e.is_instead) = (here_like_it.amount_cents)::numeric)))), false) AS "coalesce" FROM (SELECT came_cents(p.brand_id, p.id) AS cents, ((here_like_it.ended IS NOT NULL) AND (EXISTS (SELECT FROM ((payment_holds h JOIN allocations a ON (((a.brand_id = h.brand_id) AND (a.debit_id = h.invoice_id)))) JOIN invoices r ON (((r.brand_id = a.brand_id) AND (r.id = a.credit_id)))) WHERE ((h.brand_id = p.brand_id) AND (h.payment_id = here_like_it.ended) AND (r.payment_id = p.id))))) AS is_instead FROM entered_of(here_like_it.brand, here_like_it.practice, here_like_it.came_on) p(brand_id, practice_id, id, mode, amount_cents, currency, status, refunded_cents, provider, provider_reference, reference, received_on, note, created_by, created_at, settled_at, failed_at, disputed_at, means, payer_reference) WHERE (p.id <> ALL (here_like_it.besides))) e)

CREATE OR REPLACE FUNCTION public.iban_is_right(iban text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN CASE WHEN (iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$'::text) THEN (SELECT (mod((string_agg(CASE WHEN (signs.sign ~ '\d'::text) THEN signs.sign ELSE ((ascii(signs.sign) - 55))::text END, ''::text ORDER BY signs.place))::numeric, (97)::numeric) = (1)::numeric) FROM regexp_split_to_table((substr(iban_is_right.iban, 5) || "left"(iban_is_right.iban, 4)), ''::text) WITH ORDINALITY signs(sign, place)) ELSE false END

CREATE OR REPLACE FUNCTION public.identifier_key(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (SELECT CASE WHEN (length(kept.digits) = 14) THEN "left"(kept.digits, 9) WHEN ((length(kept.digits) = 12) AND (kept.digits ~~ '8%'::text)) THEN substr(kept.digits, 2) ELSE kept.digits END AS digits FROM (SELECT regexp_replace(identifier_key.given, '\D'::text, ''::text, 'g'::text) AS regexp_replace) kept(digits))

CREATE OR REPLACE FUNCTION public.import_goes_forward()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not (old.state = 'opened' and new.state in ('opened', 'applied')
      or old.state = 'applied' and new.state = 'undone' and old.applied_at > now() - interval '24 hours') then
    raise exception 'an import does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'imports__goes_forward', table = 'imports';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.in_file_like_it(brand uuid, practice uuid, amount_cents bigint, came_on date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (EXISTS (SELECT FROM payments p WHERE ((p.brand_id = in_file_like_it.brand) AND (p.practice_id = in_file_like_it.practice) AND (p.status = 'succeeded'::payment_status) AND (p.amount_cents = in_file_like_it.amount_cents) AND ((p.received_on >= (in_file_like_it.came_on - 7)) AND (p.received_on <= (in_file_like_it.came_on + 7))) AND is_in_file(p.brand_id, p.id))))

CREATE OR REPLACE FUNCTION public.int2_dist(smallint, smallint)
 RETURNS smallint
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$int2_dist$function$

CREATE OR REPLACE FUNCTION public.int4_dist(integer, integer)
 RETURNS integer
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$int4_dist$function$

CREATE OR REPLACE FUNCTION public.int8_dist(bigint, bigint)
 RETURNS bigint
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$int8_dist$function$

CREATE OR REPLACE FUNCTION public.interval_dist(interval, interval)
 RETURNS interval
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$interval_dist$function$

CREATE OR REPLACE FUNCTION public.invoice_derived()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  new.status := invoice_status_of(new.type, new.decision, new.amount_cents, new.settled_cents, new.pending_cents);
  new.due_cents := case
    when new.type = 'pro_forma' then 0
    else sign(new.amount_cents) * (abs(new.amount_cents) - new.settled_cents)
  end;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.invoice_document_kept()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  making text[] := '{made_at,size,sha256}';
begin
  if old.made_at is not null or to_jsonb(new) - making <> to_jsonb(old) - making then
    raise exception 'a document is made once'
      using errcode = 'check_violation', constraint = 'invoice_documents__kept', table = 'invoice_documents';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.invoice_kept()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  moving text[] := '{settled_cents,pending_cents,decision,status,due_cents,question,answer,decided_by,decided_at}';
begin
  if to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'a piece is corrected by another one'
      using errcode = 'check_violation', constraint = 'invoices__kept', table = 'invoices';
  end if;
  if new.decision <> old.decision and (old.type, old.decision, new.decision) not in (
      ('pro_forma', 'to_validate', 'validated'), ('pro_forma', 'to_validate', 'in_validation'),
      ('pro_forma', 'to_validate', 'rejected'), ('pro_forma', 'to_validate', 'handled'),
      ('pro_forma', 'in_validation', 'to_validate'), ('pro_forma', 'in_validation', 'rejected'),
      ('pro_forma', 'validated', 'handled'), ('pro_forma', 'validated', 'rejected'),
      ('invoice', 'validated', 'released')) then
    raise exception 'a piece does not go from % to %', old.decision, new.decision
      using errcode = 'check_violation', constraint = 'invoices__decision_moves', table = 'invoices';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.invoice_lines_sum_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if exists (
      select from (select distinct brand_id, invoice_id from made) m
      join invoices i on i.brand_id = m.brand_id and i.id = m.invoice_id
      cross join lateral (
        select sum(l.net_cents) as net from invoice_lines l
        where l.brand_id = m.brand_id and l.invoice_id = m.invoice_id) summed
      where summed.net > i.net_cents) then
    raise exception 'more lines than the piece is of'
      using errcode = 'check_violation', constraint = 'invoice_lines__sum', table = 'invoice_lines';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.invoice_numbered()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  asked_on date := new.issued_on;
  on_day date := coalesce(asked_on, today_of(new.brand_id));
begin
  if new.program_id is null then
    loop
      insert into piece_counters as counter (brand_id, type, year, last_number, last_on)
        values (new.brand_id, new.type, extract(year from on_day), 1, on_day)
        on conflict (brand_id, type, year) do update
          set last_number = counter.last_number + 1, last_on = greatest(counter.last_on, excluded.last_on)
        returning counter.year, counter.last_number, counter.last_on into new.year, new.number, new.issued_on;
      new.piece_code := piece_code_of(new.type, new.year, new.number);
      -- Whom the laboratory has given this number elsewhere, has it: no two of its pieces bear the same.
      exit when not exists (select from invoices i where i.brand_id = new.brand_id and i.piece_code = new.piece_code);
    end loop;
    if new.issued_on <> asked_on then
      raise exception 'a later piece has been issued'
        using errcode = 'check_violation', constraint = 'invoices__in_order', table = 'invoices';
    end if;
  else
    new.year := extract(year from new.issued_on);
    new.number := null;
  end if;
  new.due_on := greatest(coalesce(new.due_on, new.issued_on), new.issued_on);
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.invoice_status_of(type invoice_type, decision invoice_decision, amount bigint, settled bigint, pending bigint)
 RETURNS invoice_status
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN CASE WHEN (type = 'pro_forma'::invoice_type) THEN ((decision)::text)::invoice_status WHEN (settled = abs(amount)) THEN (CASE WHEN ((type = 'invoice'::invoice_type) OR ((type = 'initialBalance'::invoice_type) AND (amount > 0))) THEN 'paid'::text ELSE 'handled'::text END)::invoice_status WHEN (type = 'paiement'::invoice_type) THEN 'to_reconcile'::invoice_status WHEN (amount < 0) THEN 'validated'::invoice_status WHEN ((settled + pending) = amount) THEN 'to_reconcile'::invoice_status WHEN ((decision = 'validated'::invoice_decision) AND (settled = 0) AND (pending = 0)) THEN 'validated'::invoice_status ELSE 'payable'::invoice_status END

CREATE OR REPLACE FUNCTION public.invoice_sums_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if new.program_id is null and not exists (
      select 1
      from (
        select vat, vat_rate, sum(net_cents) as net from invoice_lines
        where brand_id = new.brand_id and invoice_id = new.id group by vat, vat_rate) l
      full join (
        select vat, vat_rate, base_cents, tax_cents from invoice_taxes
        where brand_id = new.brand_id and invoice_id = new.id) t
      on t.vat = l.vat and t.vat_rate = l.vat_rate
      having coalesce(sum(l.net), 0) = new.net_cents and coalesce(sum(t.tax_cents), 0) = new.vat_cents
        and bool_and(t.base_cents is not distinct from l.net) is not false) then
    raise exception 'a piece is the sum of its lines'
      using errcode = 'check_violation', constraint = 'invoices__sum', table = 'invoices';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.invoice_taxes_reckoned()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
      select from made t
      join invoices i on i.brand_id = t.brand_id and i.id = t.invoice_id
      where t.tax_cents <> round(t.base_cents * t.vat_rate / 10000.0) and i.type <> 'credit') then
    raise exception 'VAT is its rate of what it taxes'
      using errcode = 'check_violation', constraint = 'invoice_taxes__tax', table = 'invoice_taxes';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.invoice_taxes_sum_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if exists (
      select from (select distinct brand_id, invoice_id from made) m
      join invoices i on i.brand_id = m.brand_id and i.id = m.invoice_id
      cross join lateral (
        select sum(t.base_cents) as base, sum(t.tax_cents) as tax from invoice_taxes t
        where t.brand_id = m.brand_id and t.invoice_id = m.invoice_id) summed
      where summed.base > i.net_cents or summed.tax > i.vat_cents) then
    raise exception 'more VAT than the piece is of'
      using errcode = 'check_violation', constraint = 'invoice_taxes__sum', table = 'invoice_taxes';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.is_billed(brand uuid, of_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (EXISTS (SELECT FROM invoice_orders b WHERE ((b.brand_id = is_billed.brand) AND (b.order_id = is_billed.of_order) AND b.is_current AND (b.type = ANY (ARRAY['invoice'::invoice_type, 'pro_forma'::invoice_type]))) OFFSET 0))

CREATE OR REPLACE FUNCTION public.is_billed_here(brand uuid, of_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (EXISTS (SELECT FROM (invoice_orders b JOIN invoices i ON (((i.brand_id = b.brand_id) AND (i.id = b.invoice_id)))) WHERE ((b.brand_id = is_billed_here.brand) AND (b.order_id = is_billed_here.of_order) AND b.is_current AND (b.type = ANY (ARRAY['invoice'::invoice_type, 'pro_forma'::invoice_type])) AND (i.program_id IS NULL)) OFFSET 0))

CREATE OR REPLACE FUNCTION public.is_credited(brand uuid, of_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN ((EXISTS (SELECT FROM orders o WHERE ((o.brand_id = is_credited.brand) AND (o.id = is_credited.of_order) AND (o.status = 'invoiced'::order_status)))) AND (EXISTS (SELECT FROM invoice_orders b WHERE ((b.brand_id = is_credited.brand) AND (b.order_id = is_credited.of_order) AND (b.type = 'credit'::invoice_type)))) AND (NOT is_billed(brand, of_order)))

CREATE OR REPLACE FUNCTION public.is_dentist(title text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN ((title ~* '\m(drs?|dre|docteure?|doctor|pr|prof|professeure?|professor)\M'::text) AND (title ~* '^[[:space:]]*((drs?|dre|docteure?|doctor|pr|prof|professeure?|professor|m|mr|mme|mlle|mrs|ms|miss|mx|monsieur|madame|mademoiselle|le|la|les|the|et|and)\M[.,/&[:space:]]*)+$'::text))

CREATE OR REPLACE FUNCTION public.is_free_remake(brand uuid, of_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN ((EXISTS (SELECT FROM orders o WHERE ((o.brand_id = is_free_remake.brand) AND (o.id = is_free_remake.of_order) AND (o.remake_of IS NOT NULL)))) AND (NOT (EXISTS (SELECT FROM order_products l WHERE ((l.brand_id = is_free_remake.brand) AND (l.order_id = is_free_remake.of_order) AND (l.own_price_cents IS NOT NULL))))))

CREATE OR REPLACE FUNCTION public.is_in_file(brand uuid, payment uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (EXISTS (SELECT FROM (payments p JOIN payment_events e ON ((e.brand_id = p.brand_id))) WHERE ((p.brand_id = is_in_file.brand) AND (p.id = is_in_file.payment) AND (e.provider = 'bank'::text) AND (e.event_id ~ '^[0-9a-f]{64}$'::text) AND (e.payment_id = ANY (ARRAY[p.id, (SELECT a.id FROM payments a WHERE ((a.brand_id = p.brand_id) AND (a.mode = 'transfer'::payment_mode) AND (a.reference = split_part(p.note, ' '::text, 1))))])) AND (paid_by_line(e.brand_id, e.event_id) = p.id))))

CREATE OR REPLACE FUNCTION public.is_without_line(brand uuid, payment uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (EXISTS (SELECT FROM payments p WHERE ((p.brand_id = is_without_line.brand) AND (p.id = is_without_line.payment) AND (came_cents(p.brand_id, p.id) > 0) AND ((p.mode = 'transfer'::payment_mode) OR ((p.mode = 'manual'::payment_mode) AND (p.means <> 'cash'::payment_means))) AND (NOT is_in_file(p.brand_id, p.id)))))

CREATE OR REPLACE FUNCTION public.leave_station()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
begin
  perform tenant.set_context(new.brand_id, null, null);
  update station_visits v set ended_at = greatest(v.began_at, clock_timestamp())
    where v.brand_id = new.brand_id and v.order_id = new.id and v.ended_at is null;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.line_is_free(brand uuid, entry text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (SELECT COALESCE(bool_and((came_cents(line_is_free.brand, said.id) = 0)), false) AS "coalesce" FROM (payment_events e CROSS JOIN LATERAL (SELECT paid_by_line(e.brand_id, e.event_id) AS id UNION ALL SELECT o.payment_id FROM (payments p JOIN payment_events o ON (((o.brand_id = p.brand_id) AND (o.payment_id = p.id)))) WHERE ((came_cents(line_is_free.brand, paid_by_line(e.brand_id, e.event_id)) = 0) AND (p.brand_id = e.brand_id) AND (p.practice_id = e.practice_id) AND (o.provider = 'bank'::text) AND (o.event_id = encode(sha256(convert_to(((line_is_free.entry || '/'::text) || p.id), 'UTF8'::name)), 'hex'::text)))) said) WHERE ((e.brand_id = line_is_free.brand) AND (e.provider = 'bank'::text) AND (e.event_id = line_is_free.entry)))

CREATE OR REPLACE FUNCTION public.lot_checked_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception 'this lot has been checked'
    using errcode = 'check_violation', constraint = 'material_lots__checked_once', table = 'material_lots';
end $function$

CREATE OR REPLACE FUNCTION public.mark_figures(brand uuid, of_order uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into figure_marks (brand_id, month)
    select e.brand_id, date_trunc('month', e.at at time zone b.time_zone)::date
    -- Without `offset 0` the state is looked for with the case, in the index of deliveries.
    from (select brand_id, at, status from order_events where brand_id = brand and order_id = of_order offset 0) e
      join brands b on b.id = e.brand_id
    where e.status = 'delivered' and e.at < now() - interval '1 day'
  on conflict do nothing
$function$

CREATE OR REPLACE FUNCTION public.mark_unread(brand uuid, practice uuid, about uuid, doer uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO unread_cases (brand_id, practice_id, user_id, order_id)  SELECT u.brand_id,
             u.practice_id,
             u.id,
             mark_unread.about AS about
            FROM users u
           WHERE ((u.brand_id = mark_unread.brand) AND (u.practice_id = mark_unread.practice) AND (u.disabled_at IS NULL) AND (u.id IS DISTINCT FROM mark_unread.doer))
           ORDER BY u.id ON CONFLICT(brand_id, user_id, order_id) DO UPDATE SET news = nextval('unread_news'::regclass);
END

CREATE OR REPLACE FUNCTION public.material_is_usable()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  lot material_lots;
  material materials;
  today date := today_of(new.brand_id);
  fault text;
begin
  select * into strict lot from material_lots l where l.brand_id = new.brand_id and l.id = new.lot_id for share;
  select * into strict material from materials m where m.brand_id = lot.brand_id and m.id = lot.material_id for share;
  fault := case
    when lot.state = 'blocked' then 'lot_blocked'
    when lot.state = 'used_up' then 'lot_used_up'
    when lot.checked_at is null then 'lot_unchecked'
    when lot.expires_on < today then 'lot_expired'
    when material.certificate_ends_on < today then 'certificate_ended'
  end;
  if fault is not null then
    raise exception 'this lot cannot be used: %', fault using errcode = 'check_violation',
      constraint = 'order_product_materials__' || fault, table = 'order_product_materials';
  end if;
  new.name := material.name;
  new.maker := material.maker;
  new.lot := lot.number;
  new.expires_on := lot.expires_on;
  new.standard := material.standard;
  new.certificate := material.certificate;
  new.certificate_ends_on := material.certificate_ends_on;
  new.is_implantable := material.is_implantable;
  new.used_at := now();
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.merged_practice_is_gone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
  is_there boolean;
begin
  perform tenant.set_context(new.brand_id, null, null);
  is_there := exists (select from practices p where p.brand_id = new.brand_id and p.id = new.id);
  perform set_config('tenant.context', coalesce(context, ''), true);
  if is_there then
    raise exception 'a practice goes whole or stays' using errcode = 'check_violation',
      constraint = 'merged_practices__gone', table = 'merged_practices';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.names_nobody(named text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (btrim(regexp_replace(plain_letters(named), '[-\s\u00a0\u202f0-9.,;:!?…()\[\]/_+*#°"''’–—]+'::text, ' '::text, 'g'::text)) = ANY (ARRAY['patient'::text, 'patiente'::text, 'patient inconnu'::text, 'patiente inconnue'::text, 'inconnu'::text, 'inconnue'::text, 'nom inconnu'::text, 'illisible'::text, 'nom illisible'::text, 'anonyme'::text, 'sans nom'::text, 'voir bon'::text, 'voir le bon'::text, 'voir fiche'::text, 'voir la fiche'::text, 'test'::text, 'essai'::text, 'unknown'::text, 'unknown patient'::text, 'patient unknown'::text, 'illegible'::text, 'unreadable'::text, 'anonymous'::text, 'no name'::text, 'see slip'::text, 'see the slip'::text]))

CREATE OR REPLACE FUNCTION public.names_of_case(brand uuid, case_id uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN ARRAY(SELECT o.patient FROM orders o WHERE ((o.brand_id = names_of_case.brand) AND (o.id = names_of_case.case_id) AND (o.patient IS NOT NULL)) UNION SELECT f.name FROM former_patient_names f WHERE ((f.brand_id = names_of_case.brand) AND (f.order_id = names_of_case.case_id)))

CREATE OR REPLACE FUNCTION public.new_case_id(made_at timestamp with time zone DEFAULT clock_timestamp())
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from made_at) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$function$

CREATE OR REPLACE FUNCTION public.new_piece_id()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select encode(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(micros / 1000) from 3)
      || substring(int4send(28672 + (micros % 1000 * 4096 / 1000)::integer) from 3) from 1 for 8), 'hex')::uuid
  from (select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) now
$function$

CREATE OR REPLACE FUNCTION public.new_practice_pays()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
begin
  perform tenant.set_context(new.brand_id, null, null);
  insert into practice_price_lists (brand_id, practice_id, from_on, list_id, is_beginning)
    select new.brand_id, new.id, today_of(new.brand_id), l.id, true from price_lists l
    where l.brand_id = new.brand_id and l.is_default
    for key share of l;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.note_what_is_named()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into kept_answer_subjects (brand_id, subject_id, maker_id, route, key)
    select distinct new.brand_id, subject, new.maker_id, new.route, new.key from unnest(new.about) subject;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.note_who_keeps_out()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  is_by_practice boolean := (tenant.audience() = 'practice') is true;
begin
  if tg_op = 'UPDATE' and is_by_practice and old.disabled_at is not null
      and old.disabled_by is distinct from 'practice' then
    if new.disabled_at is null then
      raise exception 'the laboratory keeps this person out'
        using errcode = 'insufficient_privilege', constraint = 'users__kept_out', table = 'users';
    end if;
    new.disabled_at := old.disabled_at;
    new.disabled_by := old.disabled_by;
  elsif new.disabled_at is null then
    new.disabled_by := null;
  elsif is_by_practice then
    new.disabled_by := 'practice';
  elsif new.disabled_by is null then
    new.disabled_by := case when exists (
      select from practices p
      where p.brand_id = new.brand_id and p.id = new.practice_id and p.disabled_at = new.disabled_at
    ) then 'closure' else 'laboratory' end::kept_out_by;
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.notice_way_by_default(kind notice_kind)
 RETURNS notice_way
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (kind = ANY (ARRAY['on_hold'::notice_kind, 'message'::notice_kind, 'new_date'::notice_kind, 'request_decided'::notice_kind])) THEN 'at_once'::notice_way WHEN (kind = ANY (ARRAY['shipped'::notice_kind, 'invoice'::notice_kind])) THEN 'digest'::notice_way ELSE 'never'::notice_way END

CREATE OR REPLACE FUNCTION public.oid_dist(oid, oid)
 RETURNS oid
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$oid_dist$function$

CREATE OR REPLACE FUNCTION public.order_can_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tenant.audience() = 'practice' and (
      old.status in ('delivered', 'invoiced', 'cancelled')
      or (new.comment, new.total_cents) is distinct from (old.comment, old.total_cents)
        and coalesce(old.held_from, old.status) not in ('registered', 'in_preparation')
      -- The line that names the work names its shade.
      or (new.summary_fr, new.summary_en) is distinct from (old.summary_fr, old.summary_en)
        and coalesce(old.held_from, old.status) not in ('registered', 'in_preparation')
        and not tenant.is_asked_for_shade(old)) then
    raise exception 'a case does not change any more'
      using errcode = 'check_violation', constraint = 'orders__can_change', table = 'orders';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_costs()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  new.total_cents := total_of(new.brand_id, new.id);
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_event_is_of_its_kind()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  before order_status;
begin
  select e.status into before from order_events e
    where e.brand_id = new.brand_id and e.order_id = new.order_id and e.sequence < new.sequence
    order by e.sequence desc limit 1;
  if new.kind is null then
    new.kind := case when new.note is not null and new.status = before then 'note' else 'step' end;
  elsif new.kind = 'step' and new.status = before or new.kind = 'note' and new.status <> before and not exists (
      select from orders o where o.brand_id = new.brand_id and o.id = new.order_id and o.status = new.status) then
    raise exception 'a step changes the status of a case, and a note keeps it'
      using errcode = 'check_violation', constraint = 'order_events__kind', table = 'order_events';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_events_keep_pace()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  said_at timestamptz[];
begin
  if tenant.audience() = 'practice' and new.sequence > 50 then
    select array_agg(e.at order by e.sequence desc) into said_at
      from order_events e join users u on u.brand_id = e.brand_id and u.id = e.author_id
      where e.brand_id = new.brand_id and e.order_id = new.order_id and u.practice_id is not null;
    if cardinality(said_at) >= 1000 or said_at[50] > now() - interval '1 day' then
      raise exception 'a practice has said more of a case than anybody does in a day'
        using errcode = 'check_violation', constraint = 'order_events__pace', table = 'order_events';
    end if;
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_has_no_problem_yet()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  new.problem_states := '{}';
  new.has_unanswered_problem := false;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_has_no_products_yet()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  new.total_cents := null;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_has_no_sheet_yet()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  new.is_signed := false;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_has_problem()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  quiet text := current_setting('changes.quiet', true);
begin
  perform set_config('changes.quiet', 'on', true);
  -- Of two at once the second looks at what the first has left, not at what was there when it began to wait.
  perform from orders o where o.brand_id = new.brand_id and o.id = new.order_id for no key update;
  update orders o set problem_states = (
      select array_agg(distinct (case when p.settled_at is not null then 'settled'
        when p.answered_at is not null then 'answered' else 'open' end)::problem_state)
      from order_problems p where p.brand_id = new.brand_id and p.order_id = new.order_id),
    -- A practice does not see the laboratory's people: looked for is one of its own.
    has_unanswered_problem = exists (
      select from order_problems p join users u on u.brand_id = p.brand_id and u.id = p.reported_by
      where p.brand_id = new.brand_id and p.order_id = new.order_id and p.answered_at is null and p.settled_at is null
        and u.practice_id is not null)
    where o.brand_id = new.brand_id and o.id = new.order_id;
  perform set_config('changes.quiet', coalesce(quiet, ''), true);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.order_is_imported()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform tenant.refuse_unless_settings();
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_is_said_otherwise()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update order_products p set changed_at = clock_timestamp() where p.brand_id = new.brand_id and p.order_id = new.id;
  new.is_signed := false;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_is_signed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  quiet text := current_setting('changes.quiet', true);
begin
  perform set_config('changes.quiet', 'on', true);
  update orders o set is_signed = true where o.brand_id = new.brand_id and o.id = new.order_id and not o.is_signed;
  perform set_config('changes.quiet', coalesce(quiet, ''), true);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.order_is_to_sign_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  quiet text := current_setting('changes.quiet', true);
  brand uuid := case when tg_op = 'DELETE' then old.brand_id else new.brand_id end;
  case_id uuid := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
begin
  perform set_config('changes.quiet', 'on', true);
  update orders o set is_signed = false where o.brand_id = brand and o.id = case_id and o.is_signed;
  perform set_config('changes.quiet', coalesce(quiet, ''), true);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.order_is_withdrawn()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  new.hold_question := null;
  new.patient := null;
  new.comment := null;
  new.scan_platform := null;
  new.scan_case := null;
  new.scan_url := null;
  new.practice_reference := null;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_marks_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform mark_figures(new.brand_id, new.id);
  end if;
  if tg_op <> 'INSERT' and old.remake_of is not null then
    perform mark_figures(old.brand_id, old.remake_of);
  end if;
  if tg_op <> 'DELETE' and new.remake_of is not null then
    perform mark_figures(new.brand_id, new.remake_of);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.order_moves_of_practice()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() = 'practice') is true and (tg_op = 'INSERT' and new.status <> 'registered'
      or tg_op = 'UPDATE' and new.status <> old.status and (old.status, new.status) not in
        (('registered', 'cancelled'), ('shipped', 'delivered'), ('delivered', 'shipped'))) then
    raise exception 'the laboratory says how far a case is'
      using errcode = 'insufficient_privilege', constraint = 'orders__moved_by_laboratory', table = 'orders';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_prescribed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.remake_of is not null and new.prescriber_id is null then
    return new;
  end if;
  select id, concat_ws(' ', nullif(title, ''), nullif(first_name, ''), nullif(last_name, ''))
    into new.prescriber_id, new.prescriber
    from users
    where brand_id = new.brand_id and practice_id = new.practice_id and id = coalesce(new.prescriber_id, new.ordered_by)
      and (account_type = 'doctor' or is_dentist(title)) and not is_dlcpm;
  if new.prescriber is null and new.remake_of is null then
    raise exception 'an order without a prescriber'
      using errcode = 'check_violation', constraint = 'orders__prescribed', table = 'orders';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_product_can_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tenant.audience() = 'practice' and not exists (
      select from orders o where o.brand_id = new.brand_id and o.id = new.order_id
        and (coalesce(o.held_from, o.status) in ('registered', 'in_preparation')
          or tenant.is_asked_for_shade(o)
            and (new.quantity, new.complementary_shade, new.teeth, new.pontics, new.sector)
              is not distinct from (old.quantity, old.complementary_shade, old.teeth, old.pontics, old.sector))) then
    raise exception 'a case does not change any more'
      using errcode = 'check_violation', constraint = 'orders__can_change', table = 'order_products';
  end if;
  if tenant.audience() = 'practice'
      and (new.quantity > old.quantity or not new.teeth::smallint[] <@ old.teeth::smallint[]
        or new.sector is not null and new.sector is distinct from old.sector
          and (old.sector is null or old.sector not in ('both', 'archs')))
      and (old.own_price_cents = 0 or old.own_price_cents is null and exists (
        select from orders o where o.brand_id = new.brand_id and o.id = new.order_id and o.remake_of is not null)) then
    raise exception 'more than is made for nothing is asked for'
      using errcode = 'check_violation', constraint = 'order_products__for_nothing', table = 'order_products';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_product_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- Not when its transaction began: a check may have come since.
  new.changed_at := clock_timestamp();
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_product_costs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update orders o set total_cents = total_of(new.brand_id, new.order_id) where o.brand_id = new.brand_id and o.id = new.order_id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.order_product_is_listed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  first_one uuid := (select o.remake_of from orders o where o.brand_id = new.brand_id and o.id = new.order_id);
begin
  new.listed_price_cents := case
    when new.product_version is null then null
    when first_one is null then (
      select p.price_cents from practice_prices(new.brand_id, new.practice_id, new.reference) p)
    else (
      select l.listed_price_cents from order_products l
      where l.brand_id = new.brand_id and l.order_id = first_one and l.reference = new.reference
      order by l.case_sequence limit 1) end;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.order_products_cost()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from orders o
    where (o.brand_id, o.id) in (select m.brand_id, m.order_id from made m) order by o.id for no key update;
  update orders o set total_cents = null
    from (select distinct brand_id, order_id from made) m
    where o.brand_id = m.brand_id and o.id = m.order_id and o.total_cents is distinct from total_of(m.brand_id, m.order_id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.order_status_moves()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.status = old.status
     or new.status = 'on_hold' and old.status in ('registered', 'in_preparation', 'in_production') and new.held_from = old.status
     or new.status = 'cancelled' and old.status in ('registered', 'in_preparation', 'in_production', 'on_hold')
     or old.status = 'on_hold' and new.status = old.held_from
     or (old.status, new.status) in (('registered', 'in_preparation'), ('in_preparation', 'in_production'),
       ('in_production', 'shipped'), ('shipped', 'delivered'))
     or old.status = 'unknown'
       and new.status in ('registered', 'in_preparation', 'in_production', 'shipped', 'delivered', 'cancelled')
     or (old.status = 'unknown' or old.status = 'delivered' and new.status = 'invoiced')
       and tenant.audience() = 'laboratory'
     or old.status = 'delivered' and new.status = 'invoiced' and exists (
       select from invoice_orders b where b.brand_id = new.brand_id and b.order_id = new.id and b.is_current
         and b.type = 'invoice')
     -- The last word of its way takes the delivery back.
     or old.status = 'delivered' and new.status = (
       select case when e.takes_back is not null then e.status end from order_events e
       where e.brand_id = new.brand_id and e.order_id = new.id order by e.sequence desc limit 1)
     or tenant.is_program() and (new.status <> 'invoiced' or not is_billed_here(new.brand_id, new.id)) and (
       old.status = 'delivered' and new.status = 'invoiced'
       or old.status not in ('delivered', 'invoiced', 'cancelled') and new.status <> 'unknown'
         and (new.status <> 'on_hold' or old.status in ('registered', 'in_preparation', 'in_production') and new.held_from = old.status)) then
    return new;
  end if;
  raise exception 'a case does not go from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'orders__status_moves', table = 'orders';
end $function$

CREATE OR REPLACE FUNCTION public.order_was_withdrawn()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  names text[] := array(
    select old.patient where old.patient is not null
    union select f.name from former_patient_names f where f.brand_id = new.brand_id and f.order_id = new.id);
begin
  update order_products p set note = null where p.brand_id = new.brand_id and p.order_id = new.id and p.note is not null;
  perform strike_names_around(new.brand_id, new.id, names);
  if names <> '{}' then
    insert into audit_events (brand_id, kind, request_id, order_id) values (new.brand_id, 'patient_name_erased', 'refused', new.id);
  end if;
  update attachments a set state = 'removed'
    where a.brand_id = new.brand_id and a.order_id = new.id and a.of_laboratory and a.hand_over_id is null
      and a.state <> 'removed';
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.paid_by_line(brand uuid, entry text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  line payment_events;
  own payments;
  place integer;
  made uuid;
begin
  select * into line from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
  select * into own from payments p where p.brand_id = brand and p.id = line.payment_id;
  if own.mode is distinct from 'transfer' then
    return own.id;
  end if;
  select count(*) into place from payment_events e
    where e.brand_id = brand and e.payment_id = own.id and e.provider = 'bank' and e.event_id ~ '^[0-9a-f]{64}$'
      and e.created_at = line.created_at and e.amount_cents = line.amount_cents and e.id <= line.id;
  select p.id into made from payments p
    where p.brand_id = brand and p.practice_id = own.practice_id and p.settled_at = line.created_at and p.amount_cents = line.amount_cents
      and (p.id = own.id
        or p.mode = 'manual' and p.created_at = line.created_at and split_part(p.note, ' ', 1) = own.reference)
    order by p.id <> own.id, p.id offset place - 1 limit 1;
  return coalesce(made, own.id);
end $function$

CREATE OR REPLACE FUNCTION public.patient_parts(names text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN ARRAY(SELECT word.word FROM unnest(patient_parts.names) name(name), LATERAL regexp_split_to_table(plain_letters(name.name), '[^[:alnum:]]+'::text) word(word) WHERE ((length(word.word) > 2) AND (NOT names_nobody(name.name))))

CREATE OR REPLACE FUNCTION public.patient_pattern(named text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  letter constant text := '[0-9A-Za-zÀ-ÖØ-öø-ÿĀ-ɏ]';
  space constant text := '[\s\u00a0\u202f]';
  apart constant text := '[-\s\u00a0\u202f,.''’_/()\[\]:–—]{1,4}';
  joined constant text := '[-\s\u00a0\u202f,.''’_/]{1,4}';
  composed constant text := '[-\s\u00a0\u202f.''’_]{1,3}';
  begins constant text := '(?:^|[^0-9A-Za-zÀ-ÖØ-öø-ÿĀ-ɏ])';
  titles constant text := '(?:Mr|MR|mr|Mme|MME|mme|[Mm]lle|MLLE|[Mm]elle|MELLE|[Mm]le|Mrs|MRS|mrs|Ms|Miss|MISS|Monsieur|MONSIEUR|monsieur'
    || '|Madame|MADAME|madame|Mademoiselle|mademoiselle)';
  capital constant text := '[A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĪİŁŃŇŌŐŒŘŚŞŠŤŢŪŮŰŹŻŽŸȘȚ]';
  -- M alone is mesial as well ("face M petit contact").
  titled constant text := '(?:(?<=' || begins || '(?:' || titles || '(?:\.|' || space || ')|M\.)' || space || '{0,2})'
    || '|(?<=' || begins || 'M' || space || '{1,2})(?=' || capital || '))';
  a constant text := '[aàáâãäåăąāAÀÁÂÃÄÅĂĄĀ]';
  e constant text := '[eèéêëěęėēEÈÉÊËĚĘĖĒ]';
  o constant text := '[oòóôõöøőōOÒÓÔÕÖØŐŌ]';
  s constant text := '[sśšşșSŚŠŞȘ]';
  word text;
  sign text;
  classes text;
  words text[] := '{}';
  parts text[] := '{}';
  ways text[];
  any_word text;
  longest integer := 0;
begin
  named := btrim(normalize(named, nfc));
  foreach word in array regexp_split_to_array(plain_letters(named), '[^[:alnum:]]+') loop
    continue when word = '';
    classes := '';
    foreach sign in array string_to_array(word, null) loop
      classes := classes || case sign
        when 'a' then a when 'c' then '[cçćčCÇĆČ]' when 'd' then '[dďđDĎĐ]'
        when 'e' then e when 'g' then '[gğGĞ]' when 'i' then '[iıìíîïīIÌÍÎÏİĪ]' when 'l' then '[lłLŁ]' when 'n' then '[nñńňNÑŃŇ]'
        when 'o' then o when 'r' then '[rřRŘ]' when 's' then s when 't' then '[tťţțTŤŢȚ]'
        when 'u' then '[uùúûüűůūUÙÚÛÜŰŮŪ]' when 'y' then '[yýÿYÝŸ]' when 'z' then '[zźžżZŹŽŻ]'
        else '[' || sign || upper(sign) || ']' end;
    end loop;
    -- Letters that are two without their form: Lebœuf, Lætitia, Weiß.
    classes := replace(replace(replace(classes, o || e, '(?:' || o || e || '|[œŒ])'), a || e, '(?:' || a || e || '|[æÆ])'),
      s || s, '(?:' || s || s || '|ß)');
    words := words || classes;
    longest := greatest(longest, length(word));
    if length(word) > 2 then
      parts := parts || classes;
    end if;
  end loop;
  any_word := '(?:' || array_to_string(words, '|') || ')';
  if longest < 2 then
    return null;
  end if;
  ways := array[regexp_replace(regexp_replace(named, '([.*+?^${}()|[\]\\])', '\\\1', 'g'), '\s+', '\\s+', 'g')];
  -- Two or three in any order, each once: "Noël (NOËL Léa)" is a name and a name. Nobody has more than six; what else stands in the field is
  -- taken as it stands there.
  if cardinality(words) = 2 then
    ways := ways || (words[1] || apart || words[2]) || (words[2] || apart || words[1]);
  elsif cardinality(words) = 3 then
    ways := ways || array(
      select one || apart || two || apart || three
      from unnest(words) with ordinality as a (one, i), unnest(words) with ordinality as b (two, j),
        unnest(words) with ordinality as c (three, k)
      where i <> j and j <> k and i <> k);
  elsif cardinality(words) between 4 and 6 or parts <> '{}' and cardinality(words) = 1 then
    ways := ways || (any_word || '(?:' || joined || any_word || '){' || cardinality(words) - 1 || '}');
  end if;
  if parts <> '{}' and cardinality(words) > 1 then
    ways := ways || (titled || '(?:' || any_word || composed || '){0,5}(?:'
      || array_to_string(parts, '|') || ')(?:' || composed || any_word || '){0,5}');
  end if;
  return '(?<!' || letter || ')(?:' || array_to_string(ways, '|') || ')(?!' || letter || ')';
end $function$

CREATE OR REPLACE FUNCTION public.patient_patterns(names text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN COALESCE((SELECT string_agg(patient_pattern(name.name), '|'::text) AS string_agg FROM unnest(patient_patterns.names) name(name) WHERE (NOT names_nobody(name.name))), '(?=a)b'::text)

CREATE OR REPLACE FUNCTION public.payment_held()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update invoices set pending_cents = pending_cents
      - case when tg_op = 'UPDATE' and old.is_held then old.cents else 0 end + case when new.is_held then new.cents else 0 end
    where brand_id = new.brand_id and id = new.invoice_id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.payment_status_moves()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (new.brand_id, new.practice_id, new.id, new.mode, new.amount_cents, new.currency, new.provider, new.reference)
      is distinct from
      (old.brand_id, old.practice_id, old.id, old.mode, old.amount_cents, old.currency, old.provider, old.reference)
    or new.refunded_cents < old.refunded_cents
    or not (new.status = old.status
      or (old.status, new.status) in (('pending', 'succeeded'), ('pending', 'failed'), ('failed', 'succeeded'),
        ('succeeded', 'refunded'))) then
    raise exception 'a payment does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'payments__status_moves', table = 'payments';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.people_of_practice_go_along()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update users u set country_code = new.country_code
    where u.brand_id = new.brand_id and u.practice_id = new.id and u.country_code = old.country_code;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.piece_code_of(type invoice_type, year smallint, number integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN ((((CASE type WHEN 'invoice'::invoice_type THEN 'FA'::text WHEN 'pro_forma'::invoice_type THEN 'PF'::text WHEN 'credit'::invoice_type THEN 'AV'::text WHEN 'paiement'::invoice_type THEN 'RE'::text ELSE 'SI'::text END || '-'::text) || (year)::text) || '-'::text) || lpad((number)::text, GREATEST(6, length((number)::text)), '0'::text))

CREATE OR REPLACE FUNCTION public.plain_letters(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN translate(replace(searchable(words), 'ß'::text, 'ss'::text), 'łøđı'::text, 'lodi'::text)

CREATE OR REPLACE FUNCTION public.practice_prices(brand uuid, practice uuid, only_of text DEFAULT NULL::text)
 RETURNS TABLE(reference text, price_cents integer)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT c.reference,
     c.price_cents
    FROM price_list_prices c
   WHERE ((c.brand_id = practice_prices.brand) AND ((practice_prices.only_of IS NULL) OR (c.reference = practice_prices.only_of)) AND (c.list_id = ( SELECT p.list_id
            FROM practice_price_lists p
           WHERE ((p.brand_id = practice_prices.brand) AND (p.practice_id = practice_prices.practice) AND (p.from_on <= today_of(practice_prices.brand)))
           ORDER BY p.from_on DESC
          LIMIT 1)));
END

CREATE OR REPLACE FUNCTION public.price_list_begins()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.from_on < today_of(new.brand_id) then
    raise exception 'the day is over'
      using errcode = 'check_violation', constraint = 'practice_price_lists__not_past', table = 'practice_price_lists';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.problem_goes_on()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.settled_at is not null then
    raise exception 'this problem is settled'
      using errcode = 'check_violation', constraint = 'order_problems__settled_once', table = 'order_problems';
  end if;
  if (new.answered_at is distinct from old.answered_at or new.put_right_on is distinct from old.put_right_on
       or new.remake_id is distinct from old.remake_id) and tenant.audience() is distinct from 'staff'
     or new.settled_at is distinct from old.settled_at and tenant.audience() is distinct from 'practice' then
    raise exception 'not theirs to say' using errcode = 'insufficient_privilege';
  end if;
  if new.remake_id is distinct from old.remake_id and (
       not exists (select from orders o where o.brand_id = new.brand_id and o.id = new.remake_id and o.remake_of = new.order_id)
       or exists (select from orders o where o.brand_id = old.brand_id and o.id = old.remake_id and o.status <> 'cancelled')) then
    raise exception 'not the remake of this case'
      using errcode = 'check_violation', constraint = 'order_problems__its_remake', table = 'order_problems';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.problem_has_no_decision_yet()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  new.is_decided := false;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.problem_is_decided()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update order_problems p set is_decided = true
    where p.brand_id = new.brand_id and p.id = new.problem_id and not p.is_decided;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.problem_names_teeth_of_its_case()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from unnest(new.teeth) named (tooth) where not exists (
      select from order_products p
      where p.brand_id = new.brand_id and p.order_id = new.order_id and named.tooth = any (p.teeth)))
  then
    raise exception 'teeth of another case'
      using errcode = 'check_violation', constraint = 'order_problems__teeth_of_case', table = 'order_problems';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.product_marks_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  brand uuid := coalesce(new.brand_id, old.brand_id);
  of_order uuid := coalesce(new.order_id, old.order_id);
begin
  perform mark_figures(brand, of_order);
  perform mark_figures(o.brand_id, o.remake_of) from orders o
    where o.brand_id = brand and o.id = of_order and o.remake_of is not null;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.program_follows_practice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update program_practices p set practice_id = new.into_id where p.brand_id = new.brand_id and p.practice_id = new.id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_anothers_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
  is_taken boolean;
begin
  -- Of the whole laboratory, whatever whoever asks sees of it.
  perform tenant.set_context(new.brand_id, null, null);
  -- Whoever has never had a password and is kept out has no claim: a manager may have typed the address.
  is_taken := exists (
    select from users u where u.brand_id = new.brand_id and u.id <> new.id and lower(u.email) = new.login
      and (u.password_hash is not null or u.disabled_at is null));
  perform set_config('tenant.context', coalesce(context, ''), true);
  if is_taken then
    raise exception 'this is the address of somebody else'
      using errcode = 'unique_violation', constraint = 'users__login', table = 'users';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_endless_program()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tenant.is_program() and (
      select count(*) from order_events e
      where e.brand_id = new.brand_id and e.order_id = new.order_id and e.author_id = tenant.user_id()
        and e.at > now() - interval '1 day') >= 50 then
    raise exception 'a program has said more of a case than happens to it in a day'
      using errcode = 'check_violation', constraint = 'order_events__pace', table = 'order_events';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_into_disabled_practice()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (select p.disabled_at is not null from practices p
      where p.brand_id = new.brand_id and p.id = new.practice_id for share) then
    raise exception 'the practice is disabled'
      using errcode = 'check_violation', constraint = 'users__of_open_practice', table = 'users';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_others_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() = 'laboratory' or new.id = tenant.user_id()) is not true then
    raise exception 'everybody chooses their own password' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_own_administration()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception 'another administrator changes this'
    using errcode = 'insufficient_privilege', constraint = 'users__administered', table = 'users';
end $function$

CREATE OR REPLACE FUNCTION public.refuse_rewriting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception '% only grows', tg_table_name using errcode = 'check_violation', constraint = tg_table_name || '__only_grows';
end $function$

CREATE OR REPLACE FUNCTION public.refuse_session_without_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.second_factor is null and new.ended_at is null and exists (
    select from authenticators a
    where a.brand_id = new.brand_id and a.user_id = new.user_id and a.confirmed_at is not null) then
    raise exception 'a second factor is asked of this user'
      using errcode = 'check_violation', constraint = 'sessions__second_factor', table = 'sessions';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_talkative_program()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not tenant.is_program() then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('program_messages/' || new.brand_id || '/' || new.order_id, 0));
  if (select count(*) from order_messages m
      where m.brand_id = new.brand_id and m.order_id = new.order_id and m.author_id = tenant.user_id()
        and m.created_at > now() - interval '1 day') >= 50 then
    raise exception 'a program has written more about a case than anybody reads in a day'
      using errcode = 'check_violation', constraint = 'order_messages__pace', table = 'order_messages';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_unless_administered()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() = 'laboratory') is true then
    return new;
  end if;
  -- One at a time in a laboratory, so that the second sees what has become of them.
  perform pg_advisory_xact_lock(hashtextextended('staff/' || new.brand_id, 0));
  if (tenant.audience() = 'staff' and exists (
    select from users administrator
    where administrator.brand_id = new.brand_id and administrator.id = tenant.user_id()
      and administrator.role = 'administrator' and administrator.disabled_at is null)) is not true then
    raise exception 'an administrator of the laboratory changes this'
      using errcode = 'insufficient_privilege', constraint = 'users__administered', table = 'users';
  end if;
  -- Whoever is invited as one may never come: they do not count.
  if (new.role is distinct from 'administrator' or new.disabled_at is not null) and not exists (
    select from users administrator
    where administrator.brand_id = new.brand_id and administrator.id <> new.id
      and administrator.role = 'administrator' and administrator.disabled_at is null
      and administrator.password_hash is not null) then
    raise exception 'a laboratory keeps an administrator'
      using errcode = 'check_violation', constraint = 'users__last_administrator', table = 'users';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_unless_by_laboratory()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() in ('staff', 'laboratory')) is not true then
    raise exception 'the laboratory says who is DLCPM'
      using errcode = 'insufficient_privilege', constraint = 'users__dlcpm', table = 'users';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_unless_demanded_by_administrator()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() = 'laboratory' or tenant.audience() = 'staff' and exists (
    select from users administrator
    where administrator.brand_id = new.id and administrator.id = tenant.user_id()
      and administrator.role = 'administrator' and administrator.disabled_at is null)) is not true then
    raise exception 'an administrator of the laboratory changes this' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_unless_managed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() in ('staff', 'laboratory')) is true then
    return new;
  end if;
  -- One at a time in a practice, so that the second sees what has become of them.
  perform pg_advisory_xact_lock(hashtextextended('colleagues/' || new.brand_id || '/' || new.practice_id, 0));
  if (tenant.audience() = 'practice' and new.id <> tenant.user_id() and exists (
    select from users manager
    where manager.brand_id = new.brand_id and manager.practice_id = new.practice_id and manager.id = tenant.user_id()
      and manager.account_type = 'manager' and manager.disabled_at is null)) is not true then
    raise exception 'another manager of the practice changes this'
      using errcode = 'insufficient_privilege', constraint = 'users__managed', table = 'users';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_unless_set_by_administrator()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform tenant.refuse_unless_settings();
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_unless_set_by_laboratory()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not tenant.is_program() then
    perform tenant.refuse_unless_settings();
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_unless_set_by_the_books()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not tenant.is_program() then
    perform tenant.refuse_unless_billing();
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_unreviewed_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() in ('staff', 'laboratory')) is true then
    return new;
  end if;
  if tg_table_name = 'users' then
    if tenant.may_change_invitation(old.id)
      and (old.title, old.first_name, old.last_name, old.phone)
        is not distinct from (new.title, new.first_name, new.last_name, new.phone) then
      return new;
    end if;
  end if;
  raise exception 'the laboratory changes this' using errcode = 'insufficient_privilege';
end $function$

CREATE OR REPLACE FUNCTION public.refuse_visit_of_what_left()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from orders o where o.brand_id = new.brand_id and o.id = new.order_id
    and o.status not in ('shipped', 'delivered', 'invoiced', 'cancelled') for share;
  if not found then
    raise exception 'a case that is not at the laboratory is at no place there'
      using errcode = 'check_violation', constraint = 'station_visits__at_laboratory', table = 'station_visits';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.removals_only_grow()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() = 'laboratory' and (tg_op = 'INSERT' or new.count > old.count)) is not true then
    raise exception 'what has gone stays on record' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.request_decided_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state <> 'open' then
    raise exception 'this request has been decided'
      using errcode = 'check_violation', constraint = 'order_requests__decided_once', table = 'order_requests';
  end if;
  if ((tenant.audience() = 'staff') = (new.state in ('granted', 'refused'))) is not true then
    raise exception 'not theirs to decide' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.ride_moved()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.status is not distinct from old.status then
    new.status_at := old.status_at;
    return new;
  end if;
  new.status_by := tenant.user_id();
  new.status_at := case
    when new.status_at is distinct from old.status_at and new.status in ('picked_up', 'nobody_there')
      then least(greatest(new.status_at, now() - interval '30 days'), now())
    else now() end;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.run_practice_done()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  new.done_at := now();
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.search_patterns(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN ARRAY(SELECT (('%'::text || regexp_replace(regexp_replace(regexp_replace(regexp_replace(word.word, '([\\%_])'::text, '\\\1'::text, 'g'::text), '^([a-z]{2,6})(\d{2})$'::text, '\1%\2'::text), '^([a-z]{1,6})(\d{3}|\d{2}-)'::text, '\1%\2'::text), '^([a-z]{1,6}%\d{2})(\d{3,})$'::text, '\1%\2'::text)) || '%'::text) FROM regexp_split_to_table(searchable(search_patterns.words), '\s+'::text) word(word) WHERE (word.word <> ''::text))

CREATE OR REPLACE FUNCTION public.searchable(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN regexp_replace(NORMALIZE(replace(replace(lower(words), 'œ'::text, 'oe'::text), 'æ'::text, 'ae'::text), NFD), '[\u0300-\u036f]'::text, ''::text, 'g'::text)

CREATE OR REPLACE FUNCTION public.seller_of(brand uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT jsonb_strip_nulls(jsonb_build_object('name', COALESCE(s.legal_name, b.company_name), 'address', COALESCE(s.address, b.address), 'postalCode',
         CASE
             WHEN (s.address IS NULL) THEN b.postal_code
             ELSE s.postal_code
         END, 'city',
         CASE
             WHEN (s.address IS NULL) THEN b.city
             ELSE s.city
         END, 'countryCode', b.country_code, 'phone', b.client_service_phone, 'siren', s.siren, 'siret', s.siret, 'vatNumber', s.vat_number, 'legalMention', s.legal_mention, 'electronicAddress', COALESCE(s.electronic_address, s.siren), 'iban', s.iban, 'bic', s.bic, 'penaltyNote', s.penalty_note, 'recoveryNote', s.recovery_note, 'discountNote', s.discount_note)) AS jsonb_strip_nulls
    FROM (brands b
      LEFT JOIN billing_settings s ON ((s.brand_id = b.id)))
   WHERE (b.id = seller_of.brand);
END

CREATE OR REPLACE FUNCTION public.signup_decided_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() = 'laboratory' and to_jsonb(new) - 'practice_id' = to_jsonb(old) - 'practice_id') is true then
    return new;
  end if;
  raise exception 'this request has been decided'
    using errcode = 'check_violation', constraint = 'signup_requests__decided_once', table = 'signup_requests';
end $function$

CREATE OR REPLACE FUNCTION public.statement_is_released()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  fault text;
begin
  -- Held until the end: who blocks one of them comes before, and this is refused, or after.
  perform from material_lots l join order_product_materials u on u.brand_id = l.brand_id and u.lot_id = l.id
    where u.brand_id = new.brand_id and u.order_id = new.order_id order by l.id for share of l;
  fault := case
    when not exists (select from release_checks c
      where c.brand_id = new.brand_id and c.order_id = new.order_id and c.version = new.version
        and not exists (select from order_products p
          where p.brand_id = c.brand_id and p.order_id = c.order_id and p.changed_at > c.checked_at)) then 'released'
    when exists (select from order_products p where p.brand_id = new.brand_id and p.order_id = new.order_id
      and not exists (select from order_product_materials u
        where u.brand_id = p.brand_id and u.order_id = p.order_id and u.case_sequence = p.case_sequence)) then 'materials'
    when exists (select from order_product_materials u join material_lots l on l.brand_id = u.brand_id and l.id = u.lot_id
      where u.brand_id = new.brand_id and u.order_id = new.order_id and l.state = 'blocked') then 'lots_not_blocked'
  end;
  if fault is not null then
    raise exception 'this statement cannot be signed' using errcode = 'check_violation',
      constraint = 'traceability_statements__' || fault, table = 'traceability_statements';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.status_moved()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  new.status_by := tenant.user_id();
  new.status_at := now();
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.strike_kept_answers(brand uuid, case_id uuid, names text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  pattern text := patient_patterns(names);
  -- Of a name that has only short words, those.
  parts text[] := patient_parts(names) || array(
    select word from unnest(names) name, regexp_split_to_table(plain_letters(name), '[^[:alnum:]]+') word
    where word <> '' and patient_parts(array[name]) = '{}' and not names_nobody(name));
  subjects uuid[];
begin
  if parts = '{}' then
    return;
  end if;
  subjects := array(
    select case_id
    union all select m.id from order_messages m where m.brand_id = brand and m.order_id = case_id
    union all select p.id from order_problems p where p.brand_id = brand and p.order_id = case_id
    union all select r.id from order_requests r where r.brand_id = brand and r.order_id = case_id
    union all select a.id from attachments a where a.brand_id = brand and a.order_id = case_id);
  update idempotency_keys k set body = struck_json(k.body::jsonb, pattern)::text
    from (
      select s.maker_id, s.route, s.key from kept_answer_subjects s where s.brand_id = brand and s.subject_id = any(subjects)
      union
      select old.maker_id, old.route, old.key from idempotency_keys old where old.brand_id = brand and old.about is null) kept
    where k.brand_id = brand and k.maker_id = kept.maker_id and k.route = kept.route and k.key = kept.key
      and k.body like '{%' and exists (select from unnest(parts) part where position(part in plain_letters(k.body)) > 0);
end $function$

CREATE OR REPLACE FUNCTION public.strike_kept_answers(brand uuid, names text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$

CREATE OR REPLACE FUNCTION public.strike_names_around(brand uuid, case_id uuid, names text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  pattern text := patient_patterns(names);
  parts text[] := patient_parts(names);
begin
  update order_events e set note = struck(e.note, pattern), note_fr = struck(e.note_fr, pattern),
      note_en = struck(e.note_en, pattern), absence_note = struck(e.absence_note, pattern)
    where e.brand_id = brand and e.order_id = case_id
      and normalize(concat_ws(' ', e.note, e.note_fr, e.note_en, e.absence_note), nfc) ~ pattern;
  update order_products p set note = struck(p.note, pattern)
    where p.brand_id = brand and p.order_id = case_id and normalize(p.note, nfc) ~ pattern;
  update order_messages m set body = struck(m.body, pattern)
    where m.brand_id = brand and m.order_id = case_id and normalize(m.body, nfc) ~ pattern;
  update order_problems p set description = struck(p.description, pattern), answer = struck(p.answer, pattern)
    where p.brand_id = brand and p.order_id = case_id
      and normalize(concat_ws(' ', p.description, p.answer), nfc) ~ pattern;
  update complaint_decisions d set note = struck(d.note, pattern)
    from order_problems p
    where p.brand_id = brand and p.order_id = case_id
      and d.brand_id = brand and d.problem_id = p.id and normalize(d.note, nfc) ~ pattern;
  update release_checks c set note = struck(c.note, pattern)
    where c.brand_id = brand and c.order_id = case_id and normalize(c.note, nfc) ~ pattern;
  update order_requests r set words = struck(r.words, pattern), answer = struck(r.answer, pattern),
      change = case when r.change ->> 'comment' is null then r.change
        else jsonb_set(r.change, '{comment}', to_jsonb(struck(r.change ->> 'comment', pattern))) end
    where r.brand_id = brand and r.order_id = case_id
      and normalize(concat_ws(' ', r.words, r.answer, r.change ->> 'comment'), nfc) ~ pattern;
  -- Files are called by a part of it too.
  update attachments a set name = left(a.id::text, 8) || '.' || a.type
    where a.brand_id = brand and a.order_id = case_id and a.type is not null
      and (normalize(a.name, nfc) ~ pattern
        or exists (select from unnest(parts) part where position(part in plain_letters(a.name)) > 0));
  delete from former_patient_names f where f.brand_id = brand and f.order_id = case_id;
  perform strike_kept_answers(brand, case_id, names);
end $function$

CREATE OR REPLACE FUNCTION public.struck(said text, pattern text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN CASE WHEN (NORMALIZE(said, NFC) ~ pattern) THEN regexp_replace(NORMALIZE(said, NFC), pattern, '…'::text, 'g'::text) ELSE said END

CREATE OR REPLACE FUNCTION public.struck_json(document jsonb, pattern text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  return case jsonb_typeof(document)
    when 'string' then to_jsonb(struck(document #>> '{}', pattern))
    when 'object' then (
      select coalesce(jsonb_object_agg(part.key, struck_json(part.value, pattern)), '{}') from jsonb_each(document) part)
    when 'array' then (
      select coalesce(jsonb_agg(struck_json(part.value, pattern) order by part.place), '[]')
      from jsonb_array_elements(document) with ordinality part (value, place))
    else document end;
end $function$

CREATE OR REPLACE FUNCTION public.technician_is_staff()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from users u where u.brand_id = new.brand_id and u.id = new.technician_id and u.kind = 'staff'
  ) then
    raise exception 'the technician of a case is one of the laboratory’s people'
      using errcode = 'check_violation', constraint = 'orders__technician', table = 'orders';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.tell_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('changes', coalesce(new.brand_id, old.brand_id) || '/'
    || coalesce(new.practice_id, old.practice_id, new.brand_id, old.brand_id) || '/' || tg_argv[0]);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.tell_delivery_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('changes', new.brand_id || '/' || new.id || '/closures');
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.tell_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_argv[0] = 'laboratory' then
    perform pg_notify('changes', new.id || '/' || new.id || '/laboratory');
  else
    perform pg_notify('changes', new.brand_id || '/' || new.id || '/' || tg_argv[0]);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.tell_invited()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('changes', u.brand_id || '/' || u.practice_id || '/colleagues') from users u
    where u.brand_id = new.brand_id and u.id = new.user_id and u.practice_id is not null;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.tell_laboratory()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  brand uuid := coalesce(to_jsonb(new) ->> 'brand_id', to_jsonb(old) ->> 'brand_id', to_jsonb(new) ->> 'id');
begin
  perform pg_notify('changes', brand || '/' || brand || '/' || tg_argv[0]);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.tell_of_answer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform tell_practice(new.brand_id, new.practice_id, new.order_id, '{message}', tenant.user_id());
  perform mark_unread(new.brand_id, new.practice_id, new.order_id, tenant.user_id());
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.tell_of_case()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  doer uuid := tenant.user_id();
  kinds notice_kind[] := '{}';
  is_news boolean := false;
  never_told uuid[];
begin
  if tg_op = 'INSERT' then
    kinds := '{registered}';
  else
    -- What somebody of the practice has in hand, or has not after all, is no news to it.
    is_news := new.status <> old.status
      and ('delivered' not in (new.status, old.status) or tenant.audience() is distinct from 'practice');
    if is_news and old.status = 'delivered' and new.status in ('shipped', 'in_production') then
      with gone as (
        delete from notices n where n.brand_id = new.brand_id and n.order_id = new.id and n.kind = 'delivered'
        returning n.user_id)
      select coalesce(array_agg(user_id), '{}') into never_told from gone;
      perform tell_practice(new.brand_id, new.practice_id, new.id, '{delivered}', doer);
      delete from notices n where n.brand_id = new.brand_id and n.order_id = new.id and n.kind = 'delivered'
        and n.user_id = any(never_told);
    elsif is_news and new.status in ('shipped', 'delivered') then
      kinds := kinds || new.status::text::notice_kind;
    end if;
    if new.status = 'on_hold' and new.hold_answered_at is null
        and (old.status, old.hold_reason, old.hold_question, old.hold_answered_at)
          is distinct from (new.status, new.hold_reason, new.hold_question, new.hold_answered_at) then
      is_news := true;
      kinds := kinds || 'on_hold'::notice_kind;
    end if;
    -- A day that the practice's own absence has moved is no news from the laboratory.
    if new.delivery_on is distinct from old.delivery_on and tenant.audience() is distinct from 'practice' then
      is_news := true;
      kinds := kinds || 'new_date'::notice_kind;
    end if;
  end if;
  if cardinality(kinds) > 0 then
    perform tell_practice(new.brand_id, new.practice_id, new.id, kinds, doer);
  end if;
  if is_news then
    perform mark_unread(new.brand_id, new.practice_id, new.id, doer);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.tell_of_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform mark_unread(new.brand_id, new.practice_id, new.order_id, new.created_by);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.tell_of_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.is_from_laboratory then
    perform tell_practice(new.brand_id, new.practice_id, new.order_id, '{message}', new.author_id);
  end if;
  perform mark_unread(new.brand_id, new.practice_id, new.order_id, new.author_id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.tell_of_pieces()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into notices (brand_id, practice_id, user_id, kind, invoice_id)
    select m.brand_id, m.practice_id, u.id, 'invoice', m.id
    from made m
    join users u on u.brand_id = m.brand_id and u.practice_id = m.practice_id and u.disabled_at is null
    left join notice_choices c on c.brand_id = u.brand_id and c.user_id = u.id and c.kind = 'invoice'
    where m.type in ('invoice', 'pro_forma', 'credit')
      and (m.program_id is null or m.issued_on > today_of(m.brand_id) - 14)
      and coalesce(c.way, notice_way_by_default('invoice')) <> 'never';
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.tell_of_pro_forma_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into notices (brand_id, practice_id, user_id, kind, invoice_id)
    select new.brand_id, new.practice_id, u.id, 'invoice', new.id
    from users u
    left join notice_choices c on c.brand_id = u.brand_id and c.user_id = u.id and c.kind = 'invoice'
    where u.brand_id = new.brand_id and u.practice_id = new.practice_id and u.disabled_at is null
      and coalesce(c.way, notice_way_by_default('invoice')) <> 'never';
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.tell_practice(brand uuid, practice uuid, about uuid, kinds notice_kind[], doer uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO notices (brand_id, practice_id, user_id, kind, order_id)  SELECT u.brand_id,
             u.practice_id,
             u.id,
             told.told,
             tell_practice.about AS about
            FROM ((users u
              CROSS JOIN unnest(tell_practice.kinds) told(told))
              LEFT JOIN notice_choices c ON (((c.brand_id = u.brand_id) AND (c.user_id = u.id) AND (c.kind = told.told))))
           WHERE ((u.brand_id = tell_practice.brand) AND (u.practice_id = tell_practice.practice) AND (u.disabled_at IS NULL) AND (u.id IS DISTINCT FROM tell_practice.doer) AND (COALESCE(c.way, notice_way_by_default(told.told)) <> 'never'::notice_way));
END

CREATE OR REPLACE FUNCTION public.tell_unread()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('changes',
    coalesce(new.brand_id, old.brand_id) || '/' || coalesce(new.user_id, old.user_id) || '/' || tg_argv[0]);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.time_dist(time without time zone, time without time zone)
 RETURNS interval
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$time_dist$function$

CREATE OR REPLACE FUNCTION public.today_of(brand uuid)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (SELECT ((clock_timestamp() AT TIME ZONE b.time_zone))::date AS timezone FROM brands b WHERE (b.id = today_of.brand))

CREATE OR REPLACE FUNCTION public.told_like_it(brand uuid, practice uuid, amount_cents bigint, came_on date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (SELECT COALESCE((bool_or((t.cents = told_like_it.amount_cents)) OR (sum(t.cents) = (told_like_it.amount_cents)::numeric)), false) AS "coalesce" FROM (SELECT came_cents(p.brand_id, p.id) AS cents FROM (program_payments n JOIN payments p ON (((p.brand_id = n.brand_id) AND (p.id = n.payment_id)))) WHERE ((n.brand_id = told_like_it.brand) AND (p.practice_id = told_like_it.practice) AND (p.status = 'succeeded'::payment_status) AND ((p.received_on >= (told_like_it.came_on - 7)) AND (p.received_on <= (told_like_it.came_on + 7))))) t)

CREATE OR REPLACE FUNCTION public.total_of(brand uuid, of_order uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  is_remake boolean := exists (
    select from orders o where o.brand_id = brand and o.id = of_order and o.remake_of is not null);
  total bigint := (
    select case when bool_and(coalesce(l.own_price_cents, l.listed_price_cents, p.price_cents) is not null)
        and not is_free_remake(brand, of_order)
      then sum(l.quantity * coalesce(
        l.own_price_cents, case when is_remake then 0 end, l.listed_price_cents, p.price_cents)) end
    from order_products l
    left join products p on p.brand_id = l.brand_id and p.reference = l.reference and p.version = l.product_version
    where l.brand_id = brand and l.order_id = of_order);
begin
  if total > 2147483647 then
    raise exception 'more than a case may cost'
      using errcode = 'check_violation', constraint = 'orders__total_in_range', table = 'orders';
  end if;
  return total;
end $function$

CREATE OR REPLACE FUNCTION public.transfer_like_it(brand uuid, practice uuid, amount_cents bigint, came_on date, by_file boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (EXISTS (SELECT FROM payments p WHERE ((p.brand_id = transfer_like_it.brand) AND (p.practice_id = transfer_like_it.practice) AND (p.status = 'succeeded'::payment_status) AND ((p.mode = 'transfer'::payment_mode) OR (p.means = 'transfer'::payment_means)) AND (p.amount_cents = transfer_like_it.amount_cents) AND ((p.received_on >= (transfer_like_it.came_on - 7)) AND (p.received_on <= (transfer_like_it.came_on + 7))) AND (transfer_like_it.by_file = (EXISTS (SELECT FROM payment_events e WHERE ((e.brand_id = transfer_like_it.brand) AND (e.provider = 'bank'::text) AND (e.event_id ~ '^[0-9a-f]{64}$'::text) AND (e.amount_cents = p.amount_cents) AND ((e.payment_id = p.id) OR (e.payment_id = (SELECT a.id FROM payments a WHERE ((a.brand_id = transfer_like_it.brand) AND (a.mode = 'transfer'::payment_mode) AND (a.reference = split_part(p.note, ' '::text, 1)))))))))))))

CREATE OR REPLACE FUNCTION public.ts_dist(timestamp without time zone, timestamp without time zone)
 RETURNS interval
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$ts_dist$function$

CREATE OR REPLACE FUNCTION public.tstz_dist(timestamp with time zone, timestamp with time zone)
 RETURNS interval
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/btree_gist', $function$tstz_dist$function$

CREATE OR REPLACE FUNCTION public.unbilled_cents(brand uuid, practice uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (COALESCE(sum((by_rate.net + round(((by_rate.net * (by_rate.vat_rate)::numeric) / 10000.0)))), (0)::numeric))::bigint AS "coalesce"
    FROM ( SELECT billable_lines.vat_rate,
             sum(billable_lines.net_cents) AS net
            FROM billable_lines(unbilled_cents.brand, ARRAY( SELECT o.id
                    FROM orders o
                   WHERE ((o.brand_id = unbilled_cents.brand) AND (o.practice_id = unbilled_cents.practice) AND (o.status = 'delivered'::order_status) AND (NOT (EXISTS ( SELECT
                            FROM invoice_orders b
                           WHERE ((b.brand_id = o.brand_id) AND (b.order_id = o.id) AND b.is_current AND (b.type = 'invoice'::invoice_type))))))), 0) billable_lines(order_id, order_code, patient_code, case_sequence, reference, label_fr, label_en, quantity, unit_price_cents, discount_cents, net_cents, vat, vat_rate)
           WHERE (billable_lines.net_cents IS NOT NULL)
           GROUP BY billable_lines.vat_rate) by_rate;
END

CREATE OR REPLACE FUNCTION public.withdrawn_by_whom_may()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and old.state = new.state then
    return new;
  end if;
  if new.part <> 'personal_information' and new.decided_by = tenant.user_id() and exists (
    select from users u
    where u.brand_id = new.brand_id and u.id = new.decided_by and u.practice_id = new.practice_id
      and u.account_type = 'manager' and u.disabled_at is null) then
    return new;
  end if;
  raise exception 'whoever has asked withdraws it, or a manager of the practice'
    using errcode = 'check_violation', constraint = 'account_changes__withdrawn', table = 'account_changes';
end $function$

CREATE OR REPLACE FUNCTION tenant.add_parties(brand uuid, piece uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO invoice_parties (brand_id, practice_id, invoice_id, seller, buyer)  SELECT i.brand_id,
             i.practice_id,
             i.id,
             seller_of(i.brand_id) AS seller_of,
             buyer_of(i.brand_id, i.practice_id) AS buyer_of
            FROM invoices i
           WHERE ((i.brand_id = add_parties.brand) AND (i.id = add_parties.piece)) ON CONFLICT DO NOTHING;
END

CREATE OR REPLACE FUNCTION tenant.add_parties_of(brand uuid, pieces uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO invoice_parties (brand_id, practice_id, invoice_id, seller, buyer)  SELECT i.brand_id,
             i.practice_id,
             i.id,
             seller.facts,
             buyer_of(i.brand_id, i.practice_id) AS buyer_of
            FROM (( SELECT seller_of(add_parties_of.brand) AS facts
                  OFFSET 0) seller
              JOIN invoices i ON (((i.brand_id = add_parties_of.brand) AND (i.id = ANY (add_parties_of.pieces))))) ON CONFLICT DO NOTHING;
END

CREATE OR REPLACE FUNCTION tenant.add_taxes(brand uuid, piece uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT tenant.add_taxes_of(brand, ARRAY[piece]) AS add_taxes_of;
END

CREATE OR REPLACE FUNCTION tenant.add_taxes_of(brand uuid, pieces uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO invoice_taxes (brand_id, practice_id, invoice_id, vat, vat_rate, base_cents, tax_cents, exemption_code, exemption_reason)  SELECT l.brand_id,
             l.practice_id,
             l.invoice_id,
             l.vat,
             l.vat_rate,
             l.net,
                 CASE i.type
                     WHEN 'credit'::invoice_type THEN (tenant.credited_tax(l.brand_id, i.corrects_id, l.vat_rate, l.net))::numeric
                     ELSE round((((l.net * l.vat_rate))::numeric / 10000.0))
                 END AS round,
             why.code,
             why.reason
            FROM ((((( SELECT invoice_lines.brand_id,
                     invoice_lines.practice_id,
                     invoice_lines.invoice_id,
                     invoice_lines.vat,
                     invoice_lines.vat_rate,
                     (sum(invoice_lines.net_cents))::bigint AS net
                    FROM invoice_lines
                   WHERE ((invoice_lines.brand_id = add_taxes_of.brand) AND (invoice_lines.invoice_id = ANY (add_taxes_of.pieces)))
                   GROUP BY invoice_lines.brand_id, invoice_lines.practice_id, invoice_lines.invoice_id, invoice_lines.vat, invoice_lines.vat_rate) l
              JOIN invoices i ON (((i.brand_id = l.brand_id) AND (i.id = l.invoice_id))))
              LEFT JOIN billing_settings s ON ((s.brand_id = l.brand_id)))
              LEFT JOIN invoice_taxes earlier ON (((earlier.brand_id = l.brand_id) AND (earlier.invoice_id = i.corrects_id) AND (earlier.vat = l.vat) AND (i.type = 'credit'::invoice_type))))
              CROSS JOIN LATERAL ( SELECT earlier.exemption_code AS code,
                     earlier.exemption_reason AS reason
                   WHERE (earlier.vat = 'exempt'::vat_category)
                 UNION ALL
                  SELECT 'VATEX-FR-FRANCHISE'::text,
                     'TVA non applicable, art. 293 B du CGI'::text
                   WHERE ((earlier.vat IS NULL) AND (l.vat = 'exempt'::vat_category) AND s.is_vat_exempt)
                 UNION ALL
                  SELECT 'VATEX-FR-CGI261-4'::text,
                     'Exonération de TVA, art. 261, 4, 1° du CGI'::text
                   WHERE ((earlier.vat IS NULL) AND (l.vat = 'exempt'::vat_category) AND (s.is_vat_exempt IS NOT TRUE))
                 UNION ALL
                  SELECT NULL::text,
                     NULL::text
                   WHERE (l.vat = 'standard'::vat_category)) why);
END

CREATE OR REPLACE FUNCTION tenant.allocate(brand uuid, credit uuid, debits uuid[], most bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  owed record;
  left_over bigint;
  cents bigint;
begin
  select least(most, -due_cents) into strict left_over from invoices where brand_id = brand and id = credit;
  for owed in
    select i.practice_id, i.id, i.due_cents - i.pending_cents as free_cents
    from invoices i
    where i.brand_id = brand and i.id = any(debits) and i.type in ('invoice', 'initialBalance')
      and i.due_cents > i.pending_cents
    order by i.due_on, i.issued_on, i.number, i.id
  loop
    exit when left_over <= 0;
    cents := least(left_over, owed.free_cents);
    insert into allocations (brand_id, practice_id, credit_id, debit_id, cents, created_by)
      values (brand, owed.practice_id, credit, owed.id, cents, tenant.user_id());
    left_over := left_over - cents;
  end loop;
  return left_over;
end $function$

CREATE OR REPLACE FUNCTION tenant.ask_card_refund(payment_id uuid, refund_key text, seen_cents bigint, amount_cents bigint)
 RETURNS text
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  over_at constant timestamptz := now() - interval '5 minutes';
  paid payments;
  earlier card_refunds;
  returned bigint;
begin
  perform tenant.refuse_unless_billing();
  select * into paid from payments p
    where p.brand_id = brand and p.id = ask_card_refund.payment_id and p.mode = 'card' for no key update;
  if paid.id is null then
    return 'not_found';
  end if;
  select * into earlier from card_refunds r
    where r.brand_id = brand and r.payment_id = paid.id and r.key = ask_card_refund.refund_key;
  if earlier.amount_cents <> ask_card_refund.amount_cents then
    return 'key_reused';
  elsif earlier.until_cents <= paid.refunded_cents then
    return 'repeated';
  elsif earlier.key is not null then
    -- Whoever asks again has seen what had gone back the first time: what has gone back since was somebody else's.
    if paid.refunded_cents > earlier.until_cents - earlier.amount_cents then
      return 'not_refundable';
    end if;
    update card_refunds r set asked_at = now()
      where r.brand_id = brand and r.payment_id = paid.id and r.key = earlier.key;
    return 'asked_again';
  end if;
  select greatest(paid.refunded_cents, max(r.until_cents)) into returned from card_refunds r
    where r.brand_id = brand and r.payment_id = paid.id and r.asked_at > over_at;
  if paid.status <> 'succeeded' or returned <> seen_cents then
    return 'not_refundable';
  end if;
  -- What was not done is not what this one makes it come to.
  delete from card_refunds r where r.brand_id = brand and r.payment_id = paid.id and r.asked_at <= over_at
    and r.until_cents > paid.refunded_cents;
  insert into card_refunds (brand_id, practice_id, payment_id, key, amount_cents, until_cents, asked_by)
    values (brand, paid.practice_id, paid.id, ask_card_refund.refund_key, ask_card_refund.amount_cents,
      returned + ask_card_refund.amount_cents, tenant.user_id());
  return 'asked';
end $function$

CREATE OR REPLACE FUNCTION tenant.audience()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED
RETURN (tenant.claims()).audience

CREATE OR REPLACE FUNCTION tenant.audit_chain(at_place bigint)
 RETURNS TABLE("position" bigint, hash bytea, begins_after bigint, begins_hash bytea, removed_until timestamp with time zone, is_early boolean, unsealed bigint, hash_there bytea)
 LANGUAGE plpgsql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  perform tenant.refuse_unless_administrator();
  return query
    select coalesce(h.position, 0), h.hash, coalesce(h.begins_after, 0), h.begins_hash, h.removed_until,
      coalesce(h.removed_until > now() - interval '12 months', false),
      (select count(*) from audit_events e where e.brand_id = b.id and e.position is null),
      (select e.hash from audit_events e where e.brand_id = b.id and e.position = at_place)
    from brands b left join audit_heads h on h.brand_id = b.id where b.id = tenant.brand_id();
end $function$

CREATE OR REPLACE FUNCTION tenant.audit_hash(previous bytea, line audit_events)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
RETURN sha256((previous || convert_to(((jsonb_strip_nulls(to_jsonb(line)) - 'hash'::text))::text, 'UTF8'::name)))

CREATE OR REPLACE FUNCTION tenant.audit_lines(since timestamp with time zone, until timestamp with time zone, kinds audit_kind[], people uuid[], practices uuid[], cases uuid[], before bigint, most integer)
 RETURNS TABLE(id bigint, at timestamp with time zone, user_id uuid, kind audit_kind, request_id text, order_id uuid, route text, subject_id uuid)
 LANGUAGE plpgsql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  before_at timestamptz;
  chosen audit_kind[] := case when cardinality(kinds) = 0 then enum_range(null::audit_kind) else kinds end;
begin
  perform tenant.refuse_unless_administrator();
  select e.at into before_at from audit_events e where e.brand_id = brand and e.id = before;
  before_at := coalesce(before_at, 'infinity');
  if cardinality(cases) > 0 then
    return query
      select e.id, e.at, e.user_id, e.kind, e.request_id, e.order_id, e.route, e.subject_id from audit_events e
      where e.brand_id = brand and e.order_id = any (cases) and e.kind = any (chosen)
        and (cardinality(people) = 0 or e.user_id = any (people))
        and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
      order by e.at desc, e.id desc limit most;
  elsif cardinality(people) > 0 then
    return query
      select e.id, e.at, e.user_id, e.kind, e.request_id, e.order_id, e.route, e.subject_id from audit_events e
      where e.brand_id = brand and e.user_id = any (people) and e.kind = any (chosen)
        and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
      order by e.at desc, e.id desc limit most;
  elsif cardinality(practices) > 0 then
    return query
      with people_of as materialized (
        select u.id from users u where u.brand_id = brand and u.practice_id = any (practices)
      ), about as materialized (
        select id from people_of union all select unnest(practices)
      ), found as materialized (
        select e.id from people_of p join audit_events e on e.brand_id = brand and e.user_id = p.id
        union
        select e.id from about a join audit_events e on e.brand_id = brand and e.subject_id = a.id and e.route is null
        union
        select e.id from orders o join audit_events e on e.brand_id = brand and e.order_id = o.id
          where o.brand_id = brand and o.practice_id = any (practices)
      )
      select e.id, e.at, e.user_id, e.kind, e.request_id, e.order_id, e.route, e.subject_id
      from found join audit_events e on e.brand_id = brand and e.id = found.id
      where e.kind = any (chosen) and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
      order by e.at desc, e.id desc limit most;
  else
    return query
      select l.id, l.at, l.user_id, l.kind, l.request_id, l.order_id, l.route, l.subject_id from (
        (select e.* from audit_events e
          where e.brand_id = brand and e.kind in (
            'case_viewed', 'files_viewed', 'messages_viewed', 'document_viewed', 'attachment_downloaded',
            'calendar_viewed', 'invoices_viewed', 'invoice_viewed', 'invoice_document_viewed',
            'account_statement_viewed', 'case_readers_viewed', 'audit_viewed', 'audit_checked')
            and chosen && array[
            'case_viewed', 'files_viewed', 'messages_viewed', 'document_viewed', 'attachment_downloaded',
            'calendar_viewed', 'invoices_viewed', 'invoice_viewed', 'invoice_document_viewed',
            'account_statement_viewed', 'case_readers_viewed', 'audit_viewed', 'audit_checked']::audit_kind[]
            and e.kind = any (chosen) and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
          order by e.at desc, e.id desc limit most)
        union all
        (select e.* from audit_events e
          where e.brand_id = brand and e.kind in (
            'order_created', 'order_changed', 'order_cancelled', 'order_status_changed', 'order_assigned',
            'hold_answered', 'request_made', 'request_answered', 'request_withdrawn', 'message_sent',
            'attachment_added', 'attachment_removed', 'problem_reported', 'problem_answered', 'problem_settled',
            'template_saved', 'template_deleted', 'materials_recorded', 'release_checked', 'statement_signed',
            'register_changed', 'lot_checked', 'lot_state_changed', 'lot_recalled', 'complaint_decided',
            'hand_over_noted', 'delivery_taken_back', 'reception_taken_back', 'round_arranged', 'ride_requested',
            'ride_cancelled', 'ride_status_changed', 'supplies_ordered', 'supply_order_status_changed',
            'absence_declared', 'absence_changed', 'absence_deleted', 'invoice_issued', 'invoice_released',
            'invoice_reminded', 'billing_run_started', 'price_set', 'pro_forma_drafted', 'pro_forma_questioned',
            'pro_forma_approved', 'pro_forma_reopened', 'pro_forma_withdrawn', 'credit_issued', 'credit_set_against',
            'initial_balance_entered', 'payment_begun', 'payment_entered', 'payment_succeeded', 'payment_failed',
            'payment_withdrawn', 'payment_refunded', 'payment_disputed')
            and chosen && array[
            'order_created', 'order_changed', 'order_cancelled', 'order_status_changed', 'order_assigned',
            'hold_answered', 'request_made', 'request_answered', 'request_withdrawn', 'message_sent',
            'attachment_added', 'attachment_removed', 'problem_reported', 'problem_answered', 'problem_settled',
            'template_saved', 'template_deleted', 'materials_recorded', 'release_checked', 'statement_signed',
            'register_changed', 'lot_checked', 'lot_state_changed', 'lot_recalled', 'complaint_decided',
            'hand_over_noted', 'delivery_taken_back', 'reception_taken_back', 'round_arranged', 'ride_requested',
            'ride_cancelled', 'ride_status_changed', 'supplies_ordered', 'supply_order_status_changed',
            'absence_declared', 'absence_changed', 'absence_deleted', 'invoice_issued', 'invoice_released',
            'invoice_reminded', 'billing_run_started', 'price_set', 'pro_forma_drafted', 'pro_forma_questioned',
            'pro_forma_approved', 'pro_forma_reopened', 'pro_forma_withdrawn', 'credit_issued', 'credit_set_against',
            'initial_balance_entered', 'payment_begun', 'payment_entered', 'payment_succeeded', 'payment_failed',
            'payment_withdrawn', 'payment_refunded', 'payment_disputed']::audit_kind[]
            and e.kind = any (chosen) and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
          order by e.at desc, e.id desc limit most)
        union all
        (select e.* from audit_events e
          where e.brand_id = brand and e.kind in (
            'signed_in', 'sign_in_refused', 'signed_out', 'session_ended', 'refresh_token_reused', 'password_changed',
            'password_chosen', 'password_link_sent', 'password_change_refused', 'own_password_refused', 'passkey_added',
            'passkey_renamed', 'passkey_removed', 'passkey_refused', 'second_factor_added', 'second_factor_removed',
            'second_factor_refused', 'recovery_codes_made', 'recovery_code_used', 'calendar_feed_made',
            'calendar_feed_revoked', 'access_refused', 'not_found_refused')
            and chosen && array[
            'signed_in', 'sign_in_refused', 'signed_out', 'session_ended', 'refresh_token_reused', 'password_changed',
            'password_chosen', 'password_link_sent', 'password_change_refused', 'own_password_refused', 'passkey_added',
            'passkey_renamed', 'passkey_removed', 'passkey_refused', 'second_factor_added', 'second_factor_removed',
            'second_factor_refused', 'recovery_codes_made', 'recovery_code_used', 'calendar_feed_made',
            'calendar_feed_revoked', 'access_refused', 'not_found_refused']::audit_kind[]
            and e.kind = any (chosen) and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
          order by e.at desc, e.id desc limit most)
        union all
        (select e.* from audit_events e
          where e.brand_id = brand and e.kind not in (
            'case_viewed', 'files_viewed', 'messages_viewed', 'document_viewed', 'attachment_downloaded',
            'calendar_viewed', 'invoices_viewed', 'invoice_viewed', 'invoice_document_viewed',
            'account_statement_viewed', 'case_readers_viewed', 'audit_viewed', 'audit_checked', 'order_created',
            'order_changed', 'order_cancelled', 'order_status_changed', 'order_assigned', 'hold_answered',
            'request_made', 'request_answered', 'request_withdrawn', 'message_sent', 'attachment_added',
            'attachment_removed', 'problem_reported', 'problem_answered', 'problem_settled', 'template_saved',
            'template_deleted', 'materials_recorded', 'release_checked', 'statement_signed', 'register_changed',
            'lot_checked', 'lot_state_changed', 'lot_recalled', 'complaint_decided', 'hand_over_noted',
            'delivery_taken_back', 'reception_taken_back', 'round_arranged', 'ride_requested', 'ride_cancelled',
            'ride_status_changed', 'supplies_ordered', 'supply_order_status_changed', 'absence_declared',
            'absence_changed', 'absence_deleted', 'invoice_issued', 'invoice_released', 'invoice_reminded',
            'billing_run_started', 'price_set', 'pro_forma_drafted', 'pro_forma_questioned', 'pro_forma_approved',
            'pro_forma_reopened', 'pro_forma_withdrawn', 'credit_issued', 'credit_set_against',
            'initial_balance_entered', 'payment_begun', 'payment_entered', 'payment_succeeded', 'payment_failed',
            'payment_withdrawn', 'payment_refunded', 'payment_disputed', 'signed_in', 'sign_in_refused', 'signed_out',
            'session_ended', 'refresh_token_reused', 'password_changed', 'password_chosen', 'password_link_sent',
            'password_change_refused', 'own_password_refused', 'passkey_added', 'passkey_renamed', 'passkey_removed',
            'passkey_refused', 'second_factor_added', 'second_factor_removed', 'second_factor_refused',
            'recovery_codes_made', 'recovery_code_used', 'calendar_feed_made', 'calendar_feed_revoked',
            'access_refused', 'not_found_refused')
            and exists (select from unnest(chosen) one (kind) where one.kind not in (
            'case_viewed', 'files_viewed', 'messages_viewed', 'document_viewed', 'attachment_downloaded',
            'calendar_viewed', 'invoices_viewed', 'invoice_viewed', 'invoice_document_viewed',
            'account_statement_viewed', 'case_readers_viewed', 'audit_viewed', 'audit_checked', 'order_created',
            'order_changed', 'order_cancelled', 'order_status_changed', 'order_assigned', 'hold_answered',
            'request_made', 'request_answered', 'request_withdrawn', 'message_sent', 'attachment_added',
            'attachment_removed', 'problem_reported', 'problem_answered', 'problem_settled', 'template_saved',
            'template_deleted', 'materials_recorded', 'release_checked', 'statement_signed', 'register_changed',
            'lot_checked', 'lot_state_changed', 'lot_recalled', 'complaint_decided', 'hand_over_noted',
            'delivery_taken_back', 'reception_taken_back', 'round_arranged', 'ride_requested', 'ride_cancelled',
            'ride_status_changed', 'supplies_ordered', 'supply_order_status_changed', 'absence_declared',
            'absence_changed', 'absence_deleted', 'invoice_issued', 'invoice_released', 'invoice_reminded',
            'billing_run_started', 'price_set', 'pro_forma_drafted', 'pro_forma_questioned', 'pro_forma_approved',
            'pro_forma_reopened', 'pro_forma_withdrawn', 'credit_issued', 'credit_set_against',
            'initial_balance_entered', 'payment_begun', 'payment_entered', 'payment_succeeded', 'payment_failed',
            'payment_withdrawn', 'payment_refunded', 'payment_disputed', 'signed_in', 'sign_in_refused', 'signed_out',
            'session_ended', 'refresh_token_reused', 'password_changed', 'password_chosen', 'password_link_sent',
            'password_change_refused', 'own_password_refused', 'passkey_added', 'passkey_renamed', 'passkey_removed',
            'passkey_refused', 'second_factor_added', 'second_factor_removed', 'second_factor_refused',
            'recovery_codes_made', 'recovery_code_used', 'calendar_feed_made', 'calendar_feed_revoked',
            'access_refused', 'not_found_refused'))
            and e.kind = any (chosen) and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
          order by e.at desc, e.id desc limit most)
      ) as l
      order by l.at desc, l.id desc limit most;
  end if;
end $function$

CREATE OR REPLACE FUNCTION tenant.audit_links(after bigint, most integer)
 RETURNS TABLE("position" bigint, hash bytea, line text)
 LANGUAGE plpgsql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
#variable_conflict use_column
begin
  perform tenant.refuse_unless_administrator();
  return query
    select e.position, e.hash, (jsonb_strip_nulls(to_jsonb(e)) - 'hash')::text from audit_events e
    where e.brand_id = tenant.brand_id() and e.position > after order by e.position limit most;
end $function$

CREATE OR REPLACE FUNCTION tenant.begin_document(invoice_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() = 'laboratory') is not true then
    raise exception 'the laboratory makes its documents' using errcode = 'insufficient_privilege';
  end if;
  perform tenant.begin_documents(tenant.brand_id(), array[begin_document.invoice_id]);
end $function$

CREATE OR REPLACE FUNCTION tenant.begin_documents(brand uuid, pieces uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO document_logos (brand_id, name, content)  SELECT l.brand_id,
             l.name,
             l.content
            FROM brand_images l
           WHERE ((l.brand_id = begin_documents.brand) AND (l.purpose = 'logo'::image_purpose) AND (NOT (EXISTS ( SELECT
                    FROM document_logos kept
                   WHERE ((kept.brand_id = l.brand_id) AND (kept.name = l.name)))))) ON CONFLICT DO NOTHING;
 INSERT INTO invoice_documents (brand_id, practice_id, invoice_id, language, color, logo)  SELECT i.brand_id,
             i.practice_id,
             i.id,
             b.default_language,
             b.primary_color,
             ( SELECT l.name
                    FROM brand_images l
                   WHERE ((l.brand_id = b.id) AND (l.purpose = 'logo'::image_purpose))) AS name
            FROM (invoices i
              JOIN brands b ON ((b.id = i.brand_id)))
           WHERE ((i.brand_id = begin_documents.brand) AND (i.id = ANY (begin_documents.pieces)) AND (i.type <> 'initialBalance'::invoice_type) AND (i.program_id IS NULL)) ON CONFLICT DO NOTHING;
END

CREATE OR REPLACE FUNCTION tenant.begin_merging(going uuid, staying uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  administrator uuid := tenant.user_id();
  obstacles text[];
begin
  perform tenant.refuse_unless_settings();
  perform tenant.set_context(brand, null, null);
  if going = staying then
    raise exception 'a practice does not become itself' using errcode = 'check_violation',
      constraint = 'merged_practices__not_into_itself', table = 'merged_practices';
  end if;
  if exists (select from merged_practices m where m.brand_id = brand and m.id = going and m.into_id <> staying) then
    raise exception 'this practice goes elsewhere' using errcode = 'check_violation',
      constraint = 'merged_practices__begun', table = 'merged_practices';
  end if;
  -- More of them than move are not held to say so.
  if (select count(*) from (
      select from orders o where o.brand_id = brand and o.practice_id = going limit 5001) counted) > 5000 then
    perform set_config('tenant.context', coalesce(context, ''), true);
    return '{too_many_cases}';
  end if;
  -- In one order, whichever of the two goes: who promises a day holds the first of these locks, who moves cases those on them,
  -- who writes anything new of a practice a key of its row.
  perform pg_advisory_xact_lock(hashtextextended('absences/' || brand || '/' || one, 0))
    from unnest(array[least(going, staying), greatest(going, staying)]) one;
  perform from orders o where o.brand_id = brand and o.practice_id = going order by o.id for no key update;
  perform from practices p where p.brand_id = brand and p.id in (going, staying) order by p.id for update;
  if (select count(*) from practices p where p.brand_id = brand and p.id in (going, staying)) < 2 then
    perform set_config('tenant.context', coalesce(context, ''), true);
    return null;
  end if;
  obstacles := tenant.obstacles_to_merging(brand, going, staying);
  if obstacles = '{}' then
    insert into merged_practices (brand_id, id, into_id, name, rpps_siret_siren, address, postal_code, city, phone,
        delivery_instruction, merged_by)
      select brand, p.id, staying, p.name, p.rpps_siret_siren, p.address, p.postal_code, p.city, p.phone,
        p.delivery_instruction, administrator
      from practices p where p.brand_id = brand and p.id = going
      on conflict do nothing;
  end if;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return obstacles;
end $function$

CREATE OR REPLACE FUNCTION tenant.begin_payment(invoice_ids uuid[], amount_cents bigint, mode payment_mode, provider text)
 RETURNS TABLE(refusal text, payment_id uuid, reference text)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  practice uuid := tenant.practice_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(invoice_ids) as id);
  left_over bigint := begin_payment.amount_cents;
  owed record;
  there integer := 0;
  payable integer := 0;
  free_cents bigint := 0;
  made uuid;
  place smallint := 0;
begin
  if (tenant.audience() = 'practice' and tenant.sees_invoices() and begin_payment.mode <> 'manual') is not true then
    raise exception 'a practice pays' using errcode = 'insufficient_privilege';
  end if;
  -- Those that begin at once are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('payments/' || brand || '/' || practice, 0));
  for owed in
    select i.status, i.type, i.due_cents - i.pending_cents as free_cents from invoices i
    where i.brand_id = brand and i.practice_id = practice and i.id = any(asked) order by i.id for no key update
  loop
    there := there + 1;
    if owed.status in ('payable', 'validated') and owed.type in ('invoice', 'initialBalance') and owed.free_cents > 0 then
      payable := payable + 1;
      free_cents := free_cents + owed.free_cents;
    end if;
  end loop;
  refusal := case
    when there = 0 or there < cardinality(asked) then 'not_found'
    when payable < there then 'not_payable'
    when left_over < 100 then 'amount_too_small'
    when left_over > free_cents then 'amount_above_due'
    when (select count(*) from payments p
      where p.brand_id = brand and p.practice_id = practice and p.status = 'pending') >= 50 then 'too_many_under_way'
  end;
  if refusal is not null then
    return next;
    return;
  end if;

  insert into payments as made_payment (brand_id, practice_id, mode, amount_cents, provider, reference, created_by)
    values (brand, practice, begin_payment.mode, left_over, begin_payment.provider, tenant.new_payment_reference(brand),
      tenant.user_id())
    returning made_payment.id, made_payment.reference into made, reference;
  for owed in
    select i.id, i.due_cents - i.pending_cents as free_cents from invoices i
    where i.brand_id = brand and i.id = any(asked) order by i.due_on, i.issued_on, i.number, i.id
  loop
    exit when left_over = 0;
    place := place + 1;
    insert into payment_holds (brand_id, practice_id, payment_id, invoice_id, position, cents)
      values (brand, practice, made, owed.id, place, least(left_over, owed.free_cents));
    left_over := left_over - least(left_over, owed.free_cents);
  end loop;
  payment_id := made;
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.begin_run(until_on date, practice_ids uuid[])
 RETURNS uuid
 LANGUAGE sql
 STRICT
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select tenant.begin_run(until_on, practice_ids, true)
$function$

CREATE OR REPLACE FUNCTION tenant.begin_run(until_on date, practice_ids uuid[], takes_contested boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(practice_ids) as id);
  zone text := (select b.time_zone from brands b where b.id = tenant.brand_id());
  made uuid;
begin
  perform tenant.refuse_unless_billing();
  if (select count(*) from practices p where p.brand_id = brand and p.id = any(asked)) < cardinality(asked) then
    return null;
  end if;
  insert into billing_runs as run (brand_id, until_on, type, created_by, takes_contested)
    values (brand, begin_run.until_on, case when coalesce(
        (select s.asks_approval from billing_settings s where s.brand_id = brand), false)
      then 'pro_forma' else 'invoice' end::invoice_type, tenant.user_id(), begin_run.takes_contested)
    returning run.id into made;
  insert into billing_run_practices (brand_id, run_id, practice_id)
    select brand, made, p.id from practices p
    where p.brand_id = brand and (asked = '{}' or p.id = any(asked)) and exists (
      select from orders o
      where o.brand_id = brand and o.practice_id = p.id and o.status = 'delivered' and not is_billed(o.brand_id, o.id)
        and ((o.total_cents = 0 or o.total_cents is null and o.remake_of is not null)
          and costs_nothing(o.brand_id, o.id)) is not true
        and delivered_on(brand, o.id, zone) <= begin_run.until_on
      offset 0)
    order by p.id for key share of p;
  return made;
end $function$

CREATE OR REPLACE FUNCTION tenant.bill_cases(brand uuid, piece uuid, order_ids uuid[])
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  made invoices;
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(order_ids) as id);
begin
  select * into strict made from invoices i where i.brand_id = brand and i.id = piece;
  if made.type = 'invoice' then
    perform from orders o where o.brand_id = brand and o.id = any(asked) order by o.id for no key update;
  end if;
  if (select count(*) from orders o
      where o.brand_id = brand and o.practice_id = made.practice_id and o.id = any(asked)) < cardinality(asked) then
    return 'order_not_known';
  end if;
  if made.type = 'invoice' and exists (select from unnest(asked) as id where is_billed(brand, id)) then
    return 'billed_already';
  end if;
  insert into invoice_orders (brand_id, practice_id, invoice_id, order_id, type, vat)
    select brand, made.practice_id, piece, id, made.type, vat
    from unnest(asked) as id cross join unnest(enum_range(null::vat_category)) as vat;
  if made.type = 'invoice' then
    perform tenant.mark_all_invoiced(brand, asked);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION tenant.bill_more_cases(piece uuid, order_ids uuid[])
 RETURNS text
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  brand uuid := tenant.brand_id();
  billed invoices;
  refusal text;
begin
  perform tenant.refuse_unless_program();
  if not exists (select from program_pieces n
      where n.brand_id = brand and n.program_id = tenant.user_id() and n.invoice_id = piece) then
    raise exception 'a piece of another one''s' using errcode = 'insufficient_privilege';
  end if;
  -- Cases before pieces, as everybody holds them; no credit note comes in between.
  perform from orders o where o.brand_id = brand and (o.id = any(order_ids) or o.id in (
      select b.order_id from invoice_orders b where b.brand_id = brand and b.invoice_id = piece))
    order by o.id for no key update;
  select * into strict billed from invoices i where i.brand_id = brand and i.id = piece for no key update;
  if order_ids <> '{}' and billed.type = 'invoice' and (
      select coalesce(-sum(c.amount_cents), 0) from invoices c
      where c.brand_id = brand and c.corrects_id = piece and c.type = 'credit') >= greatest(billed.amount_cents, 1) then
    return 'credited_already';
  end if;
  refusal := tenant.bill_cases(brand, piece, order_ids);
  -- Those that have been delivered since.
  if refusal is null and billed.type = 'invoice' then
    perform tenant.mark_all_invoiced(brand, array(
      select b.order_id from invoice_orders b where b.brand_id = brand and b.invoice_id = piece and b.is_current));
  end if;
  return refusal;
end $function$

CREATE OR REPLACE FUNCTION tenant.brand_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED
RETURN (tenant.claims()).brand_id

CREATE OR REPLACE FUNCTION tenant.carry_cases(going uuid, staying uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  cases uuid[];
  held text;
  own text[] := array[
    'order_events', 'order_messages', 'order_problems', 'order_product_materials', 'order_products', 'order_requests',
    'order_subcontractors', 'traceability_statements', 'release_checks', 'recall_notices', 'unread_cases', 'notices',
    'attachments', 'handed_cases'];
begin
  perform tenant.refuse_unless_settings();
  perform tenant.set_context(brand, null, null);
  if not exists (select from merged_practices m where m.brand_id = brand and m.id = going and m.into_id = staying) then
    raise exception 'this practice does not go there' using errcode = 'check_violation',
      constraint = 'merged_practices__begun', table = 'merged_practices';
  end if;
  cases := array(select o.id from orders o where o.brand_id = brand and o.practice_id = going order by o.id limit most);
  set constraints all deferred;
  perform set_config('changes.quiet', 'on', true);
  update orders o set practice_id = staying where o.brand_id = brand and o.practice_id = going and o.id = any(cases);
  foreach held in array own loop
    execute format('update %I set practice_id = $3 where brand_id = $1 and practice_id = $2 and order_id = any($4)', held)
      using brand, going, staying, cases;
  end loop;
  perform set_config('changes.quiet', '', true);
  -- What names nothing but these cases is judged now; what also names another case, a person or a hand-over, at the end.
  execute (select 'set constraints ' || string_agg(quote_ident(c.conname), ', ') || ' immediate' from pg_constraint c
    where c.contype = 'f' and c.condeferrable and c.confrelid = 'orders'::regclass and c.conrelid = any(own::regclass[]::oid[])
      and c.conname <> 'order_problems_brand_id_practice_id_remake_id_fkey');
  perform set_config('tenant.context', coalesce(context, ''), true);
  return cardinality(cases);
end $function$

CREATE OR REPLACE FUNCTION tenant.carry_out_erasure(request uuid)
 RETURNS void
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  brand uuid := tenant.brand_id();
  administrator uuid := tenant.user_id();
  context text := current_setting('tenant.context', true);
  person uuid;
begin
  perform tenant.refuse_unless_administrator();
  select r.user_id into person from erasure_requests r
    where r.brand_id = brand and r.id = request and r.state = 'waiting' for update;
  if not found then
    raise exception 'this request has been decided'
      using errcode = 'check_violation', constraint = 'erasure_requests__decided_once', table = 'erasure_requests';
  end if;
  -- Nobody else sees what is only theirs.
  perform tenant.set_context(brand, null, null);
  perform tenant.erase_account(person);
  update erasure_requests r set state = 'carried_out', decided_by = administrator, decided_at = now()
    where r.brand_id = brand and r.id = request;
  perform set_config('tenant.context', context, true);
end $function$

CREATE OR REPLACE FUNCTION tenant.case_readers(case_id uuid, before bigint, most integer)
 RETURNS TABLE(id bigint, at timestamp with time zone, user_id uuid, kind audit_kind, subject_id uuid)
 LANGUAGE plpgsql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  perform tenant.refuse_unless_administrator();
  return query
    select e.id, e.at, e.user_id, e.kind, e.subject_id from audit_events e
      where e.brand_id = tenant.brand_id() and e.order_id = case_readers.case_id and e.id < case_readers.before
        and e.kind in ('case_viewed', 'files_viewed', 'messages_viewed', 'document_viewed', 'attachment_downloaded',
          'case_readers_viewed')
    union all
    select e.id, e.at, e.user_id, e.kind, e.subject_id from audit_events e
      join orders o on o.brand_id = e.brand_id and o.id = case_readers.case_id
      join lateral (
        select o.practice_id as id, 'infinity'::timestamptz as until
        union all
        select m.id, m.merged_at from merged_practices m where m.brand_id = o.brand_id and m.into_id = o.practice_id
      ) holder on e.subject_id = holder.id and e.at < holder.until
      where e.brand_id = tenant.brand_id() and e.route is null
        and e.id < case_readers.before and e.kind = 'practice_exported' and e.at >= o.created_at
    union all
    select e.id, e.at, e.user_id, e.kind, e.subject_id from audit_events e
      join orders o on o.brand_id = e.brand_id and o.id = case_readers.case_id and o.ordered_by = e.user_id
      where e.brand_id = tenant.brand_id() and e.route is null
        and e.id < case_readers.before and e.kind = 'data_exported' and e.at >= o.created_at
    order by 1 desc limit case_readers.most;
end $function$

CREATE OR REPLACE FUNCTION tenant.change_billing_settings_alone()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('billing_settings/' || new.brand_id, 0));
  return new;
end $function$

CREATE OR REPLACE FUNCTION tenant.changes_since(after bigint, most integer, kinds audit_kind[])
 RETURNS TABLE(place bigint, at timestamp with time zone, kind audit_kind, order_id uuid, practice_id uuid, by user_kind)
 LANGUAGE plpgsql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
begin
  if not tenant.is_program() then
    raise exception 'a program of the laboratory asks this' using errcode = 'insufficient_privilege';
  end if;
  return query
    select e.position, e.at, e.kind, e.order_id, coalesce(o.practice_id, p.id, m.id, paid.practice_id, u.practice_id), u.kind
    from (
      select * from audit_events seen
      where seen.brand_id = brand and seen.position > after order by seen.position limit most) e
    left join orders o on o.brand_id = brand and o.id = e.order_id
    left join practices p on p.brand_id = brand and p.id = e.subject_id
    left join merged_practices m on m.brand_id = brand and m.id = e.subject_id
    left join payments paid on paid.brand_id = brand and paid.id = e.subject_id
    left join users u on u.brand_id = brand and u.id = e.user_id
    where e.kind = any (kinds) and e.user_id is distinct from tenant.user_id()
      and (e.kind <> 'payment_succeeded' or not exists (
        select from program_payments n
        where n.brand_id = brand and n.payment_id = e.subject_id and n.program_id = tenant.user_id()))
    order by e.position;
end $function$

CREATE OR REPLACE FUNCTION tenant.changes_until(after bigint, mark text, most integer)
 RETURNS TABLE(place bigint, mark_there text)
 LANGUAGE plpgsql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
begin
  if not tenant.is_program() then
    raise exception 'a program of the laboratory asks this' using errcode = 'insufficient_privilege';
  end if;
  if after > 0 and not exists (
      select from audit_events e where e.brand_id = brand and e.position = after and left(encode(e.hash, 'hex'), 8) = mark
      union all
      select from audit_heads h where h.brand_id = brand and h.begins_after = after and left(encode(h.begins_hash, 'hex'), 8) = mark) then
    return;
  end if;
  return query
    select last.position, left(encode(last.hash, 'hex'), 8) from (
      select e.position, e.hash from audit_events e
      where e.brand_id = brand and e.position > after order by e.position limit most) last
    order by last.position desc limit 1;
  if not found then
    return query select after, mark;
  end if;
end $function$

CREATE OR REPLACE FUNCTION tenant.choose_language(token_hash bytea, language language)
 RETURNS void
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  brand uuid := tenant.brand_id();
begin
  if tenant.audience() is distinct from 'password_link' then
    raise exception 'no link is open' using errcode = 'insufficient_privilege';
  end if;
  perform tenant.set_context(brand, null, null);
  update users u set language = choose_language.language
    from password_links l
    where l.brand_id = brand and l.token_hash = choose_language.token_hash and l.expires_at > clock_timestamp()
      and l.purpose = 'invitation' and u.brand_id = brand and u.id = l.user_id and u.password_hash is null
      and u.disabled_at is null;
  perform tenant.set_context(brand, null, null, 'password_link');
end $function$

CREATE OR REPLACE FUNCTION tenant.choose_password(token_hash bytea, password_hash text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  link record;
  ended uuid[];
begin
  if tenant.audience() is distinct from 'password_link' then
    raise exception 'no link is open' using errcode = 'insufficient_privilege';
  end if;
  -- The laboratory's own context, for what follows.
  perform tenant.set_context(brand, null, null);
  perform from users u
    where u.brand_id = brand and u.id = (
      select l.user_id from password_links l where l.brand_id = brand and l.token_hash = choose_password.token_hash)
    for no key update;
  delete from password_links l
    where l.brand_id = brand and l.token_hash = choose_password.token_hash and l.expires_at > clock_timestamp()
    returning l.user_id, l.purpose into link;
  update users u set password_hash = choose_password.password_hash
    where u.brand_id = brand and u.id = link.user_id and u.disabled_at is null
      and (link.purpose = 'reset' or u.password_hash is null);
  if found then
    delete from password_links l where l.brand_id = brand and l.user_id = link.user_id;
    with over as (
      update sessions s set ended_at = now(), ended_because = 'password_changed'
        where s.brand_id = brand and s.user_id = link.user_id and s.ended_at is null
        returning s.id)
    select coalesce(array_agg(over.id), '{}') into ended from over;
  end if;
  perform tenant.set_context(brand, null, null, 'password_link');
  return ended;
end $function$

CREATE OR REPLACE FUNCTION tenant.claim_entered(payment_ids uuid[], entry text, amount_cents bigint)
 RETURNS TABLE(outcome text, booked_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select array_agg(distinct id) from unnest(payment_ids) as id);
  practices uuid[];
  there uuid[];
  sum_cents bigint;
begin
  perform tenant.refuse_unless_billing();
  perform from payments p where p.brand_id = brand and p.id = any(asked) order by p.id for no key update;
  if not found then
    outcome := 'unknown_payment';
    return next;
    return;
  end if;
  entry := entry_now(brand, entry);
  -- Read once all are held: what somebody else has claimed meanwhile is seen.
  select array_agg(p.id), array_agg(distinct p.practice_id), sum(came_cents(brand, p.id)) into there, practices, sum_cents from payments p
    where p.brand_id = brand and p.id = any(asked) and is_without_line(brand, p.id);
  select case when e.payment_id = any(asked) then 'repeated' else 'entry_used' end
    into outcome from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
  if outcome is null and (there is null or cardinality(there) < cardinality(asked) or cardinality(practices) > 1
      or sum_cents <> claim_entered.amount_cents) then
    outcome := 'not_payable';
  end if;
  if outcome is not null then
    return next;
    return;
  end if;
  -- An entry is one line: the others of one transfer are known by it.
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    select brand, p.practice_id, p.id, 'bank',
      case when p.id = asked[1] then entry else encode(sha256(convert_to(entry || '/' || p.id, 'UTF8')), 'hex') end,
      'succeeded', came_cents(brand, p.id), 'EUR', 'applied'
    from payments p where p.brand_id = brand and p.id = any(asked);
  outcome := 'repeated';
  booked_id := asked[1];
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.claims()
 RETURNS tenant.claims
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
  claims text;
  message bytea;
  inner_key bytea;
  outer_key bytea;
begin
  if coalesce(context, '') = '' then
    return null;
  end if;
  -- The signature is 64 letters and stands after the last slash.
  claims := left(context, -65);
  message := convert_to('context/' || claims, 'UTF8') || int4send(pg_backend_pid()) || timestamptz_send(now());
  select inner_pad, outer_pad into inner_key, outer_key from tenant.signing_key where ends_at = 'infinity';
  if (encode(sha256(outer_key || sha256(inner_key || message)), 'hex') = right(context, 64)) is not true then
    -- Unless another key has come into force since this transaction was opened.
    perform from tenant.signing_key key
      where key.ends_at > now()
        and encode(sha256(key.outer_pad || sha256(key.inner_pad || message)), 'hex') = right(context, 64);
    if not found then
      return null;
    end if;
  end if;
  return row(
    nullif(split_part(claims, '/', 1), '')::uuid,
    nullif(split_part(claims, '/', 2), '')::uuid,
    nullif(split_part(claims, '/', 3), '')::uuid,
    nullif(split_part(claims, '/', 4), ''))::tenant.claims;
end $function$

CREATE OR REPLACE FUNCTION tenant.confirm_pro_forma(pro_forma_id uuid)
 RETURNS TABLE(refusal text, invoice_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  draft invoices;
  of_draft uuid[];
begin
  perform tenant.refuse_unless_billing();
  perform tenant.hold_billing_settings();
  select * into draft from invoices i where i.brand_id = brand and i.id = pro_forma_id for no key update;
  refusal := case
    when draft.id is null then 'not_found'
    when draft.type <> 'pro_forma' or not (draft.decision = 'validated' or draft.decision = 'to_validate' and not coalesce(
      (select s.asks_approval from billing_settings s where s.brand_id = brand), false)) then 'decision_not_allowed'
  end;
  if refusal is null then
    of_draft := array(select distinct b.order_id from invoice_orders b where b.brand_id = brand and b.invoice_id = draft.id);
    perform from orders o where o.brand_id = brand and o.id = any(of_draft) order by o.id for no key update;
    update invoices i set decision = 'handled', decided_by = tenant.user_id(), decided_at = now()
      where i.brand_id = brand and i.id = draft.id;
    update invoice_orders b set is_current = false where b.brand_id = brand and b.invoice_id = draft.id;
    invoice_id := tenant.copy_piece(draft.id, 'invoice', array(
      select l.position from invoice_lines l where l.brand_id = brand and l.invoice_id = draft.id), '');
    perform tenant.mark_invoiced(brand, draft.practice_id, of_draft);
  end if;
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.continue_run(run_id uuid, practices integer DEFAULT 25)
 RETURNS boolean
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  run billing_runs;
  zone text := (select b.time_zone from brands b where b.id = tenant.brand_id());
  taken uuid[];
  waiting uuid[];
  left_out uuid[] := '{}';
  billable uuid[];
  billed uuid[];
  made uuid[] := '{}';
begin
  perform tenant.refuse_unless_billing();
  perform tenant.hold_billing_settings();
  select * into run from billing_runs r where r.brand_id = brand and r.id = continue_run.run_id;
  taken := array(select w.practice_id from billing_run_practices w
    where w.brand_id = brand and w.run_id = run.id and w.state = 'waiting' limit greatest(continue_run.practices, 1) for update skip locked);
  taken := array(
    select summed.id from (
      select t.id, t.place, sum(counted.cases) over (order by t.place) as cases
      from unnest(taken) with ordinality as t (id, place)
      cross join lateral (
        select count(*) as cases from orders o
        where o.brand_id = brand and o.practice_id = t.id and o.status = 'delivered') counted) summed
    where summed.place = 1 or summed.cases <= 1000);
  if taken = '{}' then
    return false;
  end if;
  -- Which have been locked is what the locking says: what is delivered a moment later waits for the next run.
  waiting := array(
    select o.id from orders o where o.brand_id = brand and o.practice_id = any(taken) and o.status = 'delivered'
      order by o.id for no key update);
  waiting := array(
    select id from unnest(waiting) as id
    where delivered_on(brand, id, zone) <= run.until_on);
  waiting := array(
    select id from unnest(waiting) as id
    except
    select b.order_id from invoice_orders b
    where b.brand_id = brand and b.order_id = any(waiting) and b.is_current and b.type in ('invoice', 'pro_forma'));
  if not run.takes_contested then
    left_out := array(select o.id from orders o where o.brand_id = brand and o.id = any(waiting) and 'open' = any(o.problem_states));
    waiting := array(select id from unnest(waiting) as id where id <> all(left_out));
  end if;
  select coalesce(array_agg(priced.id), '{}'), coalesce(array_agg(priced.id) filter (where priced.owed > 0), '{}')
    into billable, billed
    from (
      select l.order_id as id, sum(sum(l.net_cents)) over (partition by o.practice_id) as owed
      from billable_lines(brand, waiting, 0) l
      cross join lateral (select o.practice_id from orders o where o.brand_id = brand and o.id = l.order_id offset 0) o
      group by l.order_id, o.practice_id having bool_and(l.net_cents is not null and l.vat is not null)) priced;
  if billed <> '{}' then
    made := tenant.make_pieces(brand, billed, run.type, 0, true);
  end if;
  update billing_run_practices w set state = 'done', pieces = of_practice.pieces, amount_cents = of_practice.amount_cents,
      unpriced = (select count(*) from orders o
        where o.brand_id = brand and o.practice_id = w.practice_id and o.id = any(waiting) and o.id <> all(billable)),
      contested = (select count(*) from orders o
        where o.brand_id = brand and o.practice_id = w.practice_id and o.id = any(left_out)
          and ((o.total_cents = 0 or o.total_cents is null and o.remake_of is not null)
            and costs_nothing(o.brand_id, o.id)) is not true)
    from (
      select t.id, count(i.id) as pieces, coalesce(sum(i.amount_cents), 0) as amount_cents
      from unnest(taken) as t (id)
      left join invoices i on i.brand_id = brand and i.id = any(made) and i.practice_id = t.id
      group by t.id) of_practice
    where w.brand_id = brand and w.run_id = run.id and w.practice_id = of_practice.id;
  return true;
end $function$

CREATE OR REPLACE FUNCTION tenant.copy_piece(source uuid, as_type invoice_type, positions smallint[], why text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  brand uuid := tenant.brand_id();
  of_source invoices;
  piece uuid := new_piece_id();
  days integer := coalesce((select s.payment_days from billing_settings s where s.brand_id = brand), 30);
begin
  select * into strict of_source from invoices where brand_id = brand and id = source;
  insert into invoices (brand_id, practice_id, id, type, due_on, net_cents, vat_cents, amount_cents, corrects_id, reason,
      created_by)
    select brand, of_source.practice_id, piece, as_type,
      today_of(brand) + case as_type when 'credit' then 0 else days end, sum(net), sum(tax),
      case as_type when 'credit' then -1 else 1 end * (sum(net) + sum(tax)), source, nullif(why, ''), tenant.user_id()
    from (
      select net, case as_type when 'credit' then tenant.credited_tax(brand, source, vat_rate, net)
        else round(net * vat_rate / 10000.0) end as tax
      from (
        select vat_rate, sum(net_cents)::bigint as net
        from invoice_lines where brand_id = brand and invoice_id = source and position = any(positions)
        group by vat_rate) of_lines) by_rate;
  insert into invoice_lines (brand_id, practice_id, invoice_id, position, order_id, order_code, patient_code, delivered_on,
      reference, label_fr, label_en, quantity, unit_price_cents, discount_cents, vat, vat_rate, credited_invoice_id,
      credited_position)
    select l.brand_id, l.practice_id, piece, row_number() over (order by l.position), l.order_id, l.order_code,
      l.patient_code, l.delivered_on, l.reference, l.label_fr, l.label_en, l.quantity, l.unit_price_cents, l.discount_cents,
      l.vat, l.vat_rate,
      case as_type when 'credit' then source end, case as_type when 'credit' then l.position end
    from invoice_lines l
    where l.brand_id = brand and l.invoice_id = source and l.position = any(positions);
  insert into invoice_orders (brand_id, practice_id, invoice_id, order_id, type, vat)
    select distinct l.brand_id, l.practice_id, l.invoice_id, l.order_id, as_type, l.vat
    from invoice_lines l where l.brand_id = brand and l.invoice_id = piece and l.order_id is not null;
  perform tenant.add_taxes_of(brand, array[piece]);
  perform tenant.add_parties(brand, piece);
  return piece;
end $function$

CREATE OR REPLACE FUNCTION tenant.correct_initial_balance(practice uuid, stands bigint, amount_cents bigint, reason text)
 RETURNS TABLE(refusal text, invoice_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  first_id uuid;
  total bigint;
  of_before uuid[];
  in_favour record;
begin
  perform tenant.refuse_unless_billing();
  perform from practices p where p.brand_id = brand and p.id = practice for no key update;
  with locked as (
    select i.id, i.amount_cents, i.corrects_id from invoices i
    where i.brand_id = brand and i.practice_id = practice and i.type = 'initialBalance' order by i.id for no key update)
  select array_agg(id), sum(amount_cents), (array_agg(id) filter (where corrects_id is null))[1]
    into of_before, total, first_id from locked;
  refusal := case
    when first_id is null then 'not_found'
    when total <> stands or amount_cents = total then 'changed_meanwhile'
  end;
  if refusal is not null then
    return next;
    return;
  end if;
  insert into invoices as made (brand_id, practice_id, type, amount_cents, corrects_id, reason, created_by)
    values (brand, practice, 'initialBalance', correct_initial_balance.amount_cents - total, first_id,
      nullif(correct_initial_balance.reason, ''), tenant.user_id())
    returning made.id into invoice_id;
  perform tenant.add_parties(brand, invoice_id);
  for in_favour in
    select i.id, -i.due_cents as cents from invoices i
    where i.brand_id = brand and i.id = any(of_before || invoice_id) and i.due_cents < 0 order by i.number
  loop
    perform tenant.allocate(brand, in_favour.id, of_before || invoice_id, in_favour.cents);
  end loop;
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.credit(invoice_id uuid, positions smallint[], reason text)
 RETURNS TABLE(refusal text, credit_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  corrected invoices;
  taken_back smallint[];
begin
  perform tenant.refuse_unless_billing();
  perform tenant.hold_billing_settings();
  select * into corrected from invoices i where i.brand_id = brand and i.id = credit.invoice_id for no key update;
  select coalesce(array_agg(l.position), '{}') into taken_back from invoice_lines l
    where l.brand_id = brand and l.invoice_id = corrected.id
      and (l.position = any(credit.positions) or credit.positions = '{}' and not exists (
        select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = l.invoice_id
          and c.credited_position = l.position));
  refusal := case
    when corrected.id is null then 'not_found'
    when corrected.type <> 'invoice' or corrected.program_id is not null then 'not_creditable'
    when cardinality(taken_back) < (select count(distinct position) from unnest(credit.positions) as position)
      then 'not_found'
    when cardinality(taken_back) = 0 or exists (
      select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = corrected.id
        and c.credited_position = any(taken_back)) then 'credited_already'
  end;
  if refusal is null then
    credit_id := tenant.copy_piece(corrected.id, 'credit', taken_back, credit.reason);
    perform tenant.allocate(brand, credit_id, array[corrected.id], corrected.amount_cents);
    -- Work of which nothing is owed any more can be billed anew.
    update invoice_orders b set is_current = false
      where b.brand_id = brand and b.invoice_id = corrected.id and not exists (
        select from invoice_lines l
        where l.brand_id = brand and l.invoice_id = corrected.id and l.order_id = b.order_id and l.vat = b.vat
          and not exists (select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = l.invoice_id
            and c.credited_position = l.position));
  end if;
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.credited_tax(brand uuid, source uuid, rate smallint, base bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (GREATEST((0)::numeric, (round((((COALESCE(sum(t.base_cents), (0)::numeric) + (credited_tax.base)::numeric) * (credited_tax.rate)::numeric) / 10000.0)) - COALESCE(sum(t.tax_cents), (0)::numeric))))::bigint AS "greatest"
    FROM (invoices c
      JOIN invoice_taxes t ON (((t.brand_id = c.brand_id) AND (t.invoice_id = c.id) AND (t.vat_rate = credited_tax.rate))))
   WHERE ((c.brand_id = credited_tax.brand) AND (c.corrects_id = credited_tax.source) AND (c.type = 'credit'::invoice_type));
END

CREATE OR REPLACE FUNCTION tenant.days_without_room(from_on date, to_on date, work jsonb, leaving_out uuid)
 RETURNS SETOF date
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  -- Null: the laboratory itself, to which all counts as it is.
  caller uuid := tenant.practice_id();
  found date[];
begin
  if (tenant.audience() in ('practice', 'staff', 'laboratory')) is not true then
    raise exception 'nobody who orders' using errcode = 'insufficient_privilege';
  end if;
  -- Further than anything is promised nobody looks, and least of all for ever.
  if not (isfinite(from_on) and isfinite(to_on)) or to_on::timestamp - from_on::timestamp > interval '800 days' then
    raise exception 'out of reach' using errcode = 'datetime_field_overflow';
  end if;
  -- With the eyes of the laboratory, for what all its practices are promised counts.
  perform tenant.set_context(brand, null, null);
  with exactly as (
    select w.family as scope, sum(w.elements) as elements
    from jsonb_to_recordset(work) as w (family text, elements integer) where w.family is not null group by w.family
    union all
    select '', sum(w.elements) from jsonb_to_recordset(work) as w (elements integer) having count(*) > 0
  ),
  asked as (
    select scope, case when caller is null then elements else coalesce(
      (select min(step) from generate_series(0, 20) doubled, unnest(array[1 << doubled, 3 << doubled]) step
        where step >= elements), elements) end as elements
    from exactly
  ),
  limited as (
    select d.day::date as day, asked.scope, asked.elements, coalesce(x.elements, w.elements) as most
    from generate_series(from_on::timestamp, to_on::timestamp, interval '1 day') as d (day)
    cross join asked
    left join capacity_weekdays w
      on w.brand_id = brand and w.scope = asked.scope and w.weekday = extract(isodow from d.day)::smallint
    left join capacity_days x on x.brand_id = brand and x.scope = asked.scope and x.day = d.day::date
    where coalesce(x.elements, w.elements) is not null
  ),
  promised as materialized (
    select o.delivery_on as day, p.family, sum(op.quantity) as elements,
      -- The other practice whose work the laboratory has not accepted yet.
      case when o.status = 'registered' and o.practice_id <> caller then o.practice_id end as waiting
    from orders o
    join order_products op on op.brand_id = o.brand_id and op.order_id = o.id
    left join products p on p.brand_id = op.brand_id and p.reference = op.reference and p.version = op.product_version
    where o.brand_id = brand and o.status not in ('delivered', 'invoiced', 'cancelled')
      and o.delivery_on between from_on and to_on
      -- A practice leaves out a case of its own alone.
      and (o.id <> leaving_out or o.practice_id <> caller)
    group by 1, 2, 4
  ),
  by_scope as (
    select day, family as scope, waiting, elements from promised where family is not null
    union all
    select day, '', waiting, sum(elements) from promised group by day, waiting
  ),
  taken as (
    select *, dense_rank() over (partition by scope, waiting order by day) as days from by_scope
  ),
  filled as (
    select l.day, l.elements, l.most,
      coalesce(sum(case when t.waiting is null then t.elements else least(t.elements, (l.most + 1) / 2) end)
        filter (where t.waiting is null or t.days <= 10), 0) as taken
    from limited l left join taken t using (day, scope)
    group by l.day, l.scope, l.elements, l.most
  )
  select array_agg(distinct f.day) into found
  from filled f where f.most = 0 or f.taken > 0 and f.taken + f.elements > f.most;
  perform set_config('tenant.context', context, true);
  return query select unnest(found);
end $function$

CREATE OR REPLACE FUNCTION tenant.decide(invoice_id uuid, decision invoice_decision, question text)
 RETURNS text
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  decided invoices;
  is_practice boolean := tenant.audience() = 'practice' and tenant.sees_invoices();
begin
  if is_practice is not true then
    perform tenant.refuse_unless_billing();
  end if;
  select * into decided from invoices i where i.brand_id = brand and i.id = decide.invoice_id for no key update;
  if decided.id is null then
    return 'not_found';
  end if;
  if (case when is_practice
      then decided.type = 'pro_forma' and decided.decision = 'to_validate'
        and (decide.decision = 'validated' or decide.decision = 'in_validation' and decide.question <> '')
      else (decided.type, decided.decision, decide.decision) in (
        ('pro_forma', 'in_validation', 'to_validate'), ('pro_forma', 'to_validate', 'rejected'),
        ('pro_forma', 'in_validation', 'rejected'), ('pro_forma', 'validated', 'rejected'),
        ('invoice', 'validated', 'released')) end) is not true then
    return 'decision_not_allowed';
  end if;
  update invoices i set decision = decide.decision, decided_by = tenant.user_id(), decided_at = now(),
      question = case when decide.decision = 'in_validation' then decide.question else i.question end,
      answer = case
        when decide.decision = 'in_validation' then null
        when decided.decision = 'in_validation' then nullif(decide.question, '')
        else i.answer end
    where i.brand_id = brand and i.id = decided.id;
  if decide.decision = 'rejected' then
    update invoice_orders b set is_current = false where b.brand_id = brand and b.invoice_id = decided.id;
  end if;
  return 'decided';
end $function$

CREATE OR REPLACE FUNCTION tenant.delete_old_sessions()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 DELETE FROM sessions
   WHERE ((sessions.brand_id = tenant.brand_id()) AND (COALESCE(sessions.ended_at, sessions.used_at) < (now() - '90 days'::interval)));
END

CREATE OR REPLACE FUNCTION tenant.enter_announced(practice uuid, announced_id uuid, amount_cents bigint, received_on date, words text)
 RETURNS TABLE(refusal text, payment_id uuid, receipt_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  announced payments;
begin
  perform tenant.refuse_unless_billing();
  select * into announced from payments p
    where p.brand_id = brand and p.practice_id = practice and p.id = announced_id and p.mode = 'transfer' and p.provider = 'bank'
    for no key update;
  refusal := case
    when announced.id is null then 'not_found'
    when enter_announced.amount_cents < 1 then 'amount_too_small'
    when enter_announced.received_on > today_of(brand) then 'received_later'
    when announced.status <> 'pending' then 'transfer_over'
  end;
  if refusal is not null then
    return next;
    return;
  end if;
  select booked_id into strict payment_id
    from tenant.receive_transfer(announced.id, 'hand:' || announced.id, enter_announced.amount_cents, enter_announced.received_on);
  update payments p set means = case when p.mode = 'manual' then 'transfer'::payment_means end,
      note = nullif(left(concat_ws(' · ', p.note, nullif(words, '')), 500), '')
    where p.brand_id = brand and p.id = payment_id;
  select i.id into strict receipt_id from invoices i where i.brand_id = brand and i.payment_id = enter_announced.payment_id and i.type = 'paiement';
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.enter_announced(practice uuid, announced_id uuid, amount_cents bigint, received_on date, words text, is_another boolean)
 RETURNS TABLE(refusal text, payment_id uuid, receipt_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform tenant.refuse_unless_billing();
  -- Who records an entry of the file for it at this moment was first, or waits.
  perform from practices p where p.brand_id = tenant.brand_id() and p.id = practice for no key update;
  if not is_another and exists (
      select from payments p
      where p.brand_id = tenant.brand_id() and p.practice_id = practice and p.id = announced_id and p.status = 'pending') then
    refusal := case
      when in_file_like_it(tenant.brand_id(), practice, enter_announced.amount_cents, enter_announced.received_on)
        then 'recorded_from_file'
      when told_like_it(tenant.brand_id(), practice, enter_announced.amount_cents, enter_announced.received_on) then 'told_alike'
    end;
    if refusal is not null then
      return next;
      return;
    end if;
  end if;
  return query select * from tenant.enter_announced(practice, announced_id, enter_announced.amount_cents, enter_announced.received_on, words);
end $function$

CREATE OR REPLACE FUNCTION tenant.enter_initial_balance(practice uuid, amount_cents bigint, reason text)
 RETURNS TABLE(refusal text, invoice_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
begin
  perform tenant.refuse_unless_billing();
  perform from practices p where p.brand_id = brand and p.id = practice for no key update;
  refusal := case
    when not found then 'not_found'
    when exists (select from invoices i where i.brand_id = brand and i.practice_id = practice
      and i.type = 'initialBalance') then 'entered_already'
  end;
  if refusal is null then
    insert into invoices as made (brand_id, practice_id, type, amount_cents, reason, created_by)
      values (brand, practice, 'initialBalance', enter_initial_balance.amount_cents,
        nullif(enter_initial_balance.reason, ''), tenant.user_id())
      returning made.id into invoice_id;
    perform tenant.add_parties(brand, invoice_id);
  end if;
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.enter_payment(practice uuid, invoice_ids uuid[], amount_cents bigint, received_on date, note text, means payment_means, payer_reference text)
 RETURNS TABLE(refusal text, payment_id uuid, receipt_id uuid)
 LANGUAGE sql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select * from tenant.enter_payment(practice, invoice_ids, amount_cents, received_on, note, means, payer_reference, true)
$function$

CREATE OR REPLACE FUNCTION tenant.enter_payment(practice uuid, invoice_ids uuid[], amount_cents bigint, received_on date, note text, means payment_means, payer_reference text, is_another boolean)
 RETURNS TABLE(refusal text, payment_id uuid, receipt_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(invoice_ids) as id);
  debits uuid[];
begin
  perform tenant.refuse_unless_billing();
  perform from practices p where p.brand_id = brand and p.id = practice for no key update;
  select coalesce(array_agg(i.id order by i.id), '{}') into debits from (
    select i.id from invoices i
    where i.brand_id = brand and i.practice_id = practice
      and (i.id = any(asked) or asked = '{}' and i.due_cents > 0 and i.type in ('invoice', 'initialBalance'))
    order by i.id for no key update) i;
  refusal := case
    when not exists (select from practices p where p.brand_id = brand and p.id = practice)
      or asked <> '{}' and cardinality(debits) < cardinality(asked) then 'not_found'
    when enter_payment.amount_cents < 1 then 'amount_too_small'
    when enter_payment.received_on > today_of(brand) then 'received_later'
    when asked <> '{}' and exists (
      select from invoices i where i.brand_id = brand and i.id = any(asked)
        and (i.type not in ('invoice', 'initialBalance') or i.due_cents <= i.pending_cents)) then 'not_payable'
    when not is_another and enter_payment.means <> 'cash'
      and in_file_like_it(brand, practice, enter_payment.amount_cents, enter_payment.received_on) then 'recorded_from_file'
    when not is_another and told_like_it(brand, practice, enter_payment.amount_cents, enter_payment.received_on) then 'told_alike'
    when not is_another and exists (
      select from payments p where p.brand_id = brand and p.practice_id = practice and p.mode = 'manual'
        and p.status = 'succeeded' and p.created_at > now() - interval '60 days'
        and p.amount_cents = enter_payment.amount_cents and p.means = enter_payment.means
        and lower(coalesce(p.payer_reference, '')) = lower(enter_payment.payer_reference)
        -- What comes every month bears no number, and each its own day.
        and (enter_payment.payer_reference <> '' or p.received_on = enter_payment.received_on)) then 'entered_alike'
  end;
  if refusal is not null then
    return next;
    return;
  end if;
  insert into payments as made (brand_id, practice_id, mode, amount_cents, provider, reference, received_on, note, created_by,
      means, payer_reference)
    values (brand, practice, 'manual', enter_payment.amount_cents, 'manual', tenant.new_payment_reference(brand),
      enter_payment.received_on, nullif(enter_payment.note, ''), tenant.user_id(), enter_payment.means,
      nullif(enter_payment.payer_reference, ''))
    returning made.id into payment_id;
  receipt_id := tenant.settle_payment(brand, payment_id);
  perform tenant.allocate(brand, receipt_id, debits, enter_payment.amount_cents);
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.erase_account(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 STRICT
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  brand uuid := tenant.brand_id();
  before users;
  own regclass;
begin
  select * into strict before from users u where u.brand_id = brand and u.id = person and u.kind = 'practice' for update;
  update users u set title = '', first_name = '', phone = null, password_hash = null,
      last_name = (select case b.default_language when 'fr' then 'Compte effacé' else 'Erased account' end
        from brands b where b.id = brand),
      login = 'erased-' || person, email = person || '@erased.invalid',
      disabled_at = coalesce(u.disabled_at, now()), erased_at = coalesce(u.erased_at, now())
    where u.brand_id = brand and u.id = person;

  update attachments a set state = 'removed', draft_id = null
    where a.brand_id = brand and a.draft_id in (select d.id from order_drafts d where d.brand_id = brand and d.user_id = person);
  for own in select p.polrelid from pg_policy p where p.polname = 'of_user' order by 1 loop
    execute format('delete from %s where brand_id = $1 and user_id = $2', own) using brand, person;
  end loop;
  delete from password_links l where l.brand_id = brand and l.user_id = person;
  delete from notice_choices c where c.brand_id = brand and c.user_id = person;
  delete from notices n where n.brand_id = brand and n.user_id = person;
  delete from unread_cases c where c.brand_id = brand and c.user_id = person;
  delete from feedback f where f.brand_id = brand and f.author_id = person;

  update account_changes c set state = 'withdrawn', decided_by = c.requested_by, decided_at = now()
    where c.brand_id = brand and c.requested_by = person and c.state = 'pending';
  update account_change_fields f set before = null, after = '"…"'
    from account_changes c
    where f.brand_id = brand and c.brand_id = brand and c.id = f.change_id and c.requested_by = person
      and c.part = 'personal_information';
  update orders o set prescriber = '…' where o.brand_id = brand and o.prescriber_id = person and o.status = 'cancelled';

  -- Where they were written to.
  delete from mails m where m.brand_id = brand and lower(m.recipient) = lower(before.email);
  delete from signup_requests s where s.brand_id = brand
    and (lower(s.email1) = lower(before.email) or lower(s.email2) = lower(before.email));
  update practices p set emails = (
      select coalesce(array_agg(address order by place), '{}')
      from unnest(p.emails) with ordinality as given (address, place) where lower(address) <> lower(before.email))
    where p.brand_id = brand and p.id = before.practice_id
      and exists (select from unnest(p.emails) as given (address) where lower(address) = lower(before.email));
end $function$

CREATE OR REPLACE FUNCTION tenant.erase_patient(case_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform tenant.refuse_unless_administrator();
  return tenant.erase_patient_name(tenant.brand_id(), case_id);
end $function$

CREATE OR REPLACE FUNCTION tenant.erase_patient_name(brand uuid, case_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STRICT
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  names text[];
  pattern text;
  parts text[];
begin
  perform from orders o where o.brand_id = brand and o.id = case_id for update;
  names := names_of_case(brand, case_id);
  if names = '{}' then
    return false;
  end if;
  pattern := patient_patterns(names);
  parts := patient_parts(names);
  perform set_config('names.erasing', 'on', true);
  update orders o set patient = null,
      comment = struck(o.comment, pattern),
      hold_question = struck(o.hold_question, pattern),
      scan_platform = struck(o.scan_platform, pattern),
      scan_case = case when exists (select from unnest(parts) part where position(part in plain_letters(o.scan_case)) > 0)
        then '…' else struck(o.scan_case, pattern) end,
      practice_reference = case
        when exists (select from unnest(parts) part where position(part in plain_letters(o.practice_reference)) > 0)
        then '…' else struck(o.practice_reference, pattern) end,
      -- A letter with an accent comes into an address with somebody's name.
      scan_url = case when o.scan_url !~ pattern and o.scan_url !~* '%c[3-8c]'
        and not exists (select from unnest(parts) part where position(part in plain_letters(o.scan_url)) > 0)
        then o.scan_url end
    where o.brand_id = brand and o.id = case_id;
  perform set_config('names.erasing', '', true);
  perform strike_names_around(brand, case_id, names);
  return true;
end $function$

CREATE OR REPLACE FUNCTION tenant.forget_card_refund(payment_id uuid, refund_key text)
 RETURNS void
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform tenant.refuse_unless_billing();
  delete from card_refunds r where r.brand_id = tenant.brand_id() and r.payment_id = forget_card_refund.payment_id
    and r.key = forget_card_refund.refund_key;
end $function$

CREATE OR REPLACE FUNCTION tenant.give_document(piece uuid, size bigint, sha256 text)
 RETURNS text
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  kept text;
begin
  perform tenant.refuse_unless_program();
  perform from invoices i where i.brand_id = brand and i.id = piece and i.program_id = tenant.user_id() for no key update;
  if not found then
    return 'not_found';
  end if;
  select d.sha256 into kept from invoice_documents d where d.brand_id = brand and d.invoice_id = piece;
  if found then
    return case when kept = give_document.sha256 then 'same' else 'differs' end;
  end if;
  insert into invoice_documents (brand_id, practice_id, invoice_id, language, color, made_at, size, sha256)
    select brand, i.practice_id, i.id, b.default_language, b.primary_color, now(), give_document.size, give_document.sha256
    from invoices i join brands b on b.id = i.brand_id where i.brand_id = brand and i.id = piece;
  return 'given';
end $function$

CREATE OR REPLACE FUNCTION tenant.hold_awaited(awaited uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  brand uuid := tenant.brand_id();
  announced uuid[];
  owed uuid[];
begin
  perform tenant.refuse_unless_billing();
  perform pg_advisory_xact_lock(hashtextextended('bank_entries/' || brand, 0));
  announced := array(select p.id from payments p where p.brand_id = brand and p.id = any(awaited));
  owed := array(
    select i.id from invoices i where i.brand_id = brand and i.id = any(awaited)
    union select h.invoice_id from payment_holds h where h.brand_id = brand and h.payment_id = any(announced));
  -- In the order in which each of them is entered: practice, announced payment, pieces; and of each kind by its id.
  perform from practices p
    where p.brand_id = brand and p.id in (
      select i.practice_id from invoices i where i.brand_id = brand and i.id = any(owed)
      union select a.practice_id from payments a where a.brand_id = brand and a.id = any(announced))
    order by p.id for no key update;
  perform from payments p where p.brand_id = brand and p.id = any(announced) order by p.id for no key update;
  perform from invoices i where i.brand_id = brand and i.id = any(owed) order by i.id for no key update;
end $function$

CREATE OR REPLACE FUNCTION tenant.hold_billing_settings()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('billing_settings/' || tenant.brand_id(), 0));
end $function$

CREATE OR REPLACE FUNCTION tenant.is_asked_for_shade(asked orders)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (((asked).status = 'on_hold'::order_status) AND ((asked).hold_reason = 'shade'::hold_reason) AND ((asked).hold_answer IS NULL))

CREATE OR REPLACE FUNCTION tenant.is_program()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (((tenant.audience() = 'staff'::text) AND (EXISTS (SELECT FROM users u WHERE ((u.brand_id = tenant.brand_id()) AND (u.id = tenant.user_id()) AND (u.kind = 'program'::user_kind) AND (u.disabled_at IS NULL))))) IS TRUE)

CREATE OR REPLACE FUNCTION tenant.issue(practice uuid, order_ids uuid[], as_type invoice_type, discount integer, is_released boolean)
 RETURNS TABLE(refusal text, order_id uuid, invoice_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(order_ids) as id);
  faulty record;
begin
  perform tenant.refuse_unless_billing();
  perform tenant.hold_billing_settings();
  if as_type not in ('invoice', 'pro_forma') or discount not between 0 and 10000 then
    raise exception 'not issued so' using errcode = 'invalid_parameter_value';
  end if;
  -- One after the other: who comes second finds them billed.
  perform from orders o where o.brand_id = brand and o.practice_id = issue.practice and o.id = any(asked)
    order by o.id for no key update;
  select * into faulty from (
    select asked_id as id, case
      when o.id is null then 'not_found'
      when is_billed(o.brand_id, o.id) or o.status = 'invoiced' and not is_credited(o.brand_id, o.id) then 'billed_already'
      when o.status not in ('delivered', 'invoiced') then 'not_delivered'
      when priced.is_whole is not true then 'not_priced'
    end as why
    from unnest(asked) as asked_id
    left join orders o on o.brand_id = brand and o.practice_id = issue.practice and o.id = asked_id
    left join (
      select l.order_id as priced_id, bool_and(l.net_cents is not null and l.vat is not null) as is_whole
      from billable_lines(brand, asked, 0) l group by l.order_id) priced on priced_id = asked_id) judged
  where why is not null order by why limit 1;
  if faulty.id is not null or asked = '{}' then
    refusal := coalesce(faulty.why, 'not_found');
    order_id := faulty.id;
    return next;
    return;
  end if;
  return query select null, null::uuid, piece
    from unnest(tenant.make_pieces(brand, asked, as_type, discount, is_released)) as piece;
end $function$

CREATE OR REPLACE FUNCTION tenant.keep_sightings(seen jsonb, cases audit_kind[])
 RETURNS integer
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  brand uuid := tenant.brand_id();
  sealed integer := 0;
  head public.audit_heads;
  line public.audit_events;
  lines public.audit_events[] := '{}';
begin
  -- Locked from here on, so that the lines of two processes follow each other.
  select * into head from public.audit_heads h where h.brand_id = brand for update;
  if not found or exists (select from public.audit_events e where e.brand_id = brand and e.position is null) then
    -- What was written before stands before, some thousands of lines at a time.
    loop
      sealed := sealed + tenant.seal_audit();
      exit when not exists (select from public.audit_events e where e.brand_id = brand and e.position is null);
    end loop;
    select * into strict head from public.audit_heads h where h.brand_id = brand;
  end if;
  for line in
    select brand, nextval('public.audit_events_id_seq'), now(), sighting."userId", sighting."sessionId", sighting.kind,
      sighting."requestId",
      case when sighting.kind = any (cases) then sighting.id
           when sighting.kind = 'attachment_downloaded' then a.order_id end,
      sighting.route, sighting.id, null, null
    from rows from (jsonb_to_recordset(seen) as (
      kind public.audit_kind, "userId" uuid, "sessionId" uuid, "requestId" text, route text, id uuid
    )) with ordinality as sighting (kind, "userId", "sessionId", "requestId", route, id, place)
    left join public.attachments a on a.brand_id = brand and a.id = sighting.id
    order by sighting.place
  loop
    head.position := head.position + 1;
    line.position := head.position;
    head.hash := tenant.audit_hash(head.hash, line);
    line.hash := head.hash;
    lines := lines || line;
  end loop;
  insert into public.audit_events overriding system value select * from unnest(lines);
  update public.audit_heads h set position = head.position, hash = head.hash where h.brand_id = brand;
  return sealed + cardinality(lines);
end $function$

CREATE OR REPLACE FUNCTION tenant.laboratories(valid_until bigint, signed bytea)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform tenant.refuse_unless_signed('laboratories/' || valid_until, valid_until, signed);
  return query select distinct h.brand_id from brand_hosts h;
end $function$

CREATE OR REPLACE FUNCTION tenant.laboratories_for_upkeep(valid_until bigint, signed bytea)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform tenant.refuse_unless_signed('upkeep/' || valid_until, valid_until, signed);
  return query select distinct a.brand_id from attachments a where a.state <> 'ready';
end $function$

CREATE OR REPLACE FUNCTION tenant.learn_what_grew()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  grown text;
begin
  if (tenant.audience() in ('staff', 'laboratory')) is not true then
    raise exception 'nobody who imports' using errcode = 'insufficient_privilege';
  end if;
  select c.relname into grown
    from pg_class c
    where c.oid in ('orders'::regclass, 'order_events'::regclass, 'order_products'::regclass, 'products'::regclass,
        'practices'::regclass, 'users'::regclass)
      and pg_relation_size(c.oid) / current_setting('block_size')::integer > c.relpages * 1.1 + 8
    order by c.relpages limit 1;
  if grown is not null then
    execute format('analyze (skip_locked) %I', grown);
  end if;
  return grown;
end $function$

CREATE OR REPLACE FUNCTION tenant.lines_about_me(after bigint, most integer)
 RETURNS TABLE(id bigint, at timestamp with time zone, kind audit_kind, route text, is_own boolean)
 LANGUAGE plpgsql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  if tenant.user_id() is null then
    raise exception 'nobody is signed in' using errcode = 'insufficient_privilege';
  end if;
  return query
    select e.id, e.at, e.kind, e.route, true from audit_events e
      where e.brand_id = tenant.brand_id() and e.user_id = tenant.user_id() and e.id > lines_about_me.after
    union all
    select e.id, e.at, e.kind, e.route, false from audit_events e
      where e.brand_id = tenant.brand_id() and e.subject_id = tenant.user_id() and e.route is null
        and e.user_id is distinct from tenant.user_id() and e.id > lines_about_me.after
    order by 1 limit lines_about_me.most;
end $function$

CREATE OR REPLACE FUNCTION tenant.look_at_merging(going uuid, staying uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  today date;
  seen jsonb;
begin
  perform tenant.refuse_unless_settings();
  perform tenant.set_context(brand, null, null);
  select (now() at time zone b.time_zone)::date into today from brands b where b.id = brand;
  seen := jsonb_build_object(
    'obstacles', tenant.obstacles_to_merging(brand, going, staying),
    'cases', (select count(*) from orders o where o.brand_id = brand and o.practice_id = going),
    'openCases', (select count(*) from orders o where o.brand_id = brand and o.practice_id = going
      and o.status not in ('delivered', 'invoiced', 'cancelled')),
    'people', (select count(*) from users u where u.brand_id = brand and u.practice_id = going and u.erased_at is null),
    'keptOut', (select count(*) from users u where u.brand_id = brand and u.practice_id = going and u.erased_at is null
      and u.disabled_at is not null),
    'drafts', (select count(*) from order_drafts d join users u on u.brand_id = brand and u.id = d.user_id
      where d.brand_id = brand and u.practice_id = going),
    'templates', (select count(*) from order_templates t where t.brand_id = brand and t.practice_id = going),
    'views', (select count(*) from case_views c join users u on u.brand_id = brand and u.id = c.user_id
      where c.brand_id = brand and u.practice_id = going),
    'unread', (select count(*) from unread_cases c where c.brand_id = brand and c.practice_id = going),
    'absences', (select count(*) from absences a where a.brand_id = brand and a.practice_id = going and a.to_on >= today),
    'absencesShared', (select count(*) from absences a where a.brand_id = brand and a.practice_id = going and a.to_on >= today
      and exists (select from absences b where b.brand_id = brand and b.practice_id = staying
        and halves_of(a.from_on, a.from_shift, a.to_on, a.to_shift) && halves_of(b.from_on, b.from_shift, b.to_on, b.to_shift))),
    'pickups', (select count(*) from rides r where r.brand_id = brand and r.practice_id = going and r.day >= today
      and r.status <> 'cancelled'),
    'pickupsShared', (select count(*) from rides r join rides s on s.brand_id = brand and s.practice_id = staying
        and s.day = r.day and s.shift = r.shift and s.status <> 'cancelled'
      where r.brand_id = brand and r.practice_id = going and r.day >= today and r.status <> 'cancelled'),
    'supplies', (select count(*) from supply_orders s where s.brand_id = brand and s.practice_id = going),
    'pieces', (select count(*) from invoices i where i.brand_id = brand and i.practice_id = going),
    'balanceCents', (select coalesce(sum(i.due_cents), 0) from invoices i where i.brand_id = brand and i.practice_id = going),
    'patientCodes', (select count(distinct o.patient_code) from orders o where o.brand_id = brand and o.practice_id = going
      and exists (select from orders s where s.brand_id = brand and s.practice_id = staying and s.patient_code = o.patient_code)),
    'someCodes', (select coalesce(jsonb_agg(code order by code), '[]') from (
      select distinct o.patient_code as code from orders o where o.brand_id = brand and o.practice_id = going
        and exists (select from orders s where s.brand_id = brand and s.practice_id = staying and s.patient_code = o.patient_code)
      order by code limit 5) met),
    -- Fetched at a door that one of the two has declared closed: what it has ordered of the other stands all the same.
    'pickupsAway', (select count(*) from rides r where r.brand_id = brand and r.practice_id in (going, staying)
      and r.day >= today and r.status in ('requested', 'confirmed')
      and exists (select from absences a where a.brand_id = brand and a.practice_id in (going, staying)
        and a.practice_id <> r.practice_id
        and halves_of(a.from_on, a.from_shift, a.to_on, a.to_shift) && halves_of(r.day, r.shift, r.day, r.shift))),
    -- Promised for a day on which the one that it becomes takes nothing in.
    'daysToLookAt', (select count(*) from orders o, practices s
      where s.brand_id = brand and s.id = staying and o.brand_id = brand and o.practice_id in (going, staying)
        and o.delivery_on > today and o.status not in ('delivered', 'invoiced', 'cancelled')
        and (o.practice_id = going and extract(isodow from o.delivery_on)::smallint <> all (s.delivery_days::smallint[])
          or exists (select from absences a where a.brand_id = brand and a.practice_id in (going, staying)
            and a.practice_id <> o.practice_id and not a.is_delivery_possible
            and o.delivery_on between a.from_on and a.to_on))));
  perform set_config('tenant.context', coalesce(context, ''), true);
  return seen;
end $function$

CREATE OR REPLACE FUNCTION tenant.make_pieces(brand uuid, order_ids uuid[], as_type invoice_type, discount integer, is_released boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  pieces uuid[] := '{}';
begin
  if coalesce((select s.splits_vat from billing_settings s where s.brand_id = brand), false) then
    pieces := coalesce(tenant.make_pieces_with(brand, order_ids, as_type, discount, is_released, '{exempt}'), '{}')
      || coalesce(tenant.make_pieces_with(brand, order_ids, as_type, discount, is_released, '{standard}'), '{}');
  else
    pieces := tenant.make_pieces_with(brand, order_ids, as_type, discount, is_released, enum_range(null::vat_category));
  end if;
  if as_type = 'invoice' then
    perform tenant.mark_all_invoiced(brand, order_ids);
  end if;
  return pieces;
end $function$

CREATE OR REPLACE FUNCTION tenant.make_pieces_with(brand uuid, order_ids uuid[], as_type invoice_type, discount integer, is_released boolean, vats vat_category[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  pieces uuid[];
  due_on date := today_of(brand) + coalesce((select s.payment_days from billing_settings s where s.brand_id = brand), 30);
  zone text := (select b.time_zone from brands b where b.id = brand);
begin
  with lines as materialized (
    select * from (
      select o.practice_id, l.*, coalesce(
        case when sum(l.net_cents) over (partition by o.practice_id, l.vat) = 0
          then coalesce(max(l.vat) filter (where l.net_cents > 0) over (partition by o.practice_id),
            min(l.vat) over (partition by o.practice_id)) end, l.vat) as goes_with
      from billable_lines(brand, order_ids, discount) l
      -- Case by case (offset keeps it so): joined, all that was ever ordered is read.
      cross join lateral (select o.practice_id from orders o where o.brand_id = brand and o.id = l.order_id offset 0) o) placed
    where goes_with = any(vats)
  ), pieces_made as (
    insert into invoices as piece (brand_id, practice_id, type, due_on, net_cents, vat_cents, amount_cents, decision, created_by)
      select brand, p.id, as_type, due_on, sums.net, sums.tax, sums.net + sums.tax,
        case when as_type = 'pro_forma' then 'to_validate' when is_released then 'released' else 'validated' end::invoice_decision,
        tenant.user_id()
      from (
        select practice_id, sum(net) as net, sum(tax) as tax
        from (
          select practice_id, sum(net_cents) as net, round(sum(net_cents) * vat_rate / 10000.0) as tax
          from lines group by practice_id, vat_rate) by_rate
        group by practice_id) sums
      join practices p on p.brand_id = brand and p.id = sums.practice_id
      order by p.name collate natural_order, p.id
      returning piece.practice_id, piece.id
  ), lines_made as (
    insert into invoice_lines (brand_id, practice_id, invoice_id, position, order_id, order_code, patient_code, delivered_on,
        reference, label_fr, label_en, quantity, unit_price_cents, discount_cents, vat, vat_rate)
      select brand, l.practice_id, piece.id,
        row_number() over (partition by l.practice_id order by l.order_code collate natural_order, l.case_sequence),
        l.order_id, l.order_code, l.patient_code, delivered_on(brand, l.order_id, zone),
        l.reference, l.label_fr, l.label_en, l.quantity, l.unit_price_cents, l.discount_cents, l.vat, l.vat_rate
      from lines l join pieces_made piece on piece.practice_id = l.practice_id
  ), orders_noted as (
    insert into invoice_orders (brand_id, practice_id, invoice_id, order_id, type, vat)
      select distinct brand, l.practice_id, piece.id, l.order_id, as_type, l.vat
      from lines l join pieces_made piece on piece.practice_id = l.practice_id)
  select array_agg(piece.id) into pieces from pieces_made piece;
  perform tenant.add_taxes_of(brand, pieces), tenant.add_parties_of(brand, pieces);
  return pieces;
end $function$

CREATE OR REPLACE FUNCTION tenant.mark_all_invoiced(brand uuid, order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  was_quiet text := coalesce(current_setting('changes.quiet', true), '');
begin
  perform set_config('changes.quiet', 'on', true);
  with moved as (
    update orders o set status = 'invoiced'
      where o.brand_id = brand and o.id = any(order_ids) and o.status = 'delivered' returning o.practice_id, o.id)
  insert into order_events (brand_id, practice_id, order_id, sequence, status)
    select brand, m.practice_id, m.id, 1 + coalesce((
        select e.sequence from order_events e
        where e.brand_id = brand and e.order_id = m.id order by e.sequence desc limit 1), 0), 'invoiced'
    from moved m;
  perform set_config('changes.quiet', was_quiet, true);
end $function$

CREATE OR REPLACE FUNCTION tenant.mark_invoiced(brand uuid, practice uuid, order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform tenant.mark_all_invoiced(brand, order_ids);
end $function$

CREATE OR REPLACE FUNCTION tenant.may_change_invitation(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (EXISTS (SELECT FROM users invited WHERE ((invited.brand_id = tenant.brand_id()) AND (invited.id = may_change_invitation.person) AND (invited.password_hash IS NULL) AND (invited.erased_at IS NULL) AND ((tenant.audience() = 'laboratory'::text) OR (EXISTS (SELECT FROM users u WHERE ((u.brand_id = invited.brand_id) AND (u.id = tenant.user_id()) AND (u.id <> invited.id) AND (u.disabled_at IS NULL) AND (((tenant.audience() = 'staff'::text) AND (u.role = 'administrator'::staff_role)) OR ((tenant.audience() = 'practice'::text) AND (u.account_type = 'manager'::account_type) AND (u.practice_id = invited.practice_id))))))))))

CREATE OR REPLACE FUNCTION tenant.merge_practices(going uuid, staying uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  obstacles text[];
  held text;
  away absences;
begin
  obstacles := tenant.begin_merging(going, staying);
  if obstacles is distinct from '{}' then
    return obstacles;
  end if;
  perform tenant.set_context(brand, null, null);

  -- Two pickups of one half day are one: the one that has come further, with the words of both.
  with come_so_far as (
    select distinct on (r.practice_id, r.day, r.shift) r.*,
      array_position('{nobody_there,requested,confirmed,picked_up}', r.status) as place from rides r
    where r.brand_id = brand and r.practice_id in (going, staying) and r.status <> 'cancelled'
    order by r.practice_id, r.day, r.shift, place desc, r.created_at desc),
  pairs as (
    select kept.id as of_kept, gone.id as of_gone, kept.stands_for || gone.id || gone.stands_for as stands_for,
      nullif(left(concat_ws(' · ', s.complementary_information, g.complementary_information), 500), '') as words
    from come_so_far g join come_so_far s on s.practice_id = staying and s.day = g.day and s.shift = g.shift
    join rides kept on kept.brand_id = brand and kept.id = case when g.place > s.place then g.id else s.id end
    join rides gone on gone.brand_id = brand and gone.id = case when g.place > s.place then s.id else g.id end
    where g.practice_id = going),
  gone as (delete from rides r using pairs where r.brand_id = brand and r.id = of_gone)
  update rides r set complementary_information = words, stands_for = pairs.stands_for from pairs
    where r.brand_id = brand and r.id = of_kept;

  -- Nobody was there twice on a day: of the day it is said once.
  set constraints all deferred;
  update hand_overs g set is_at_other_door = true
    where g.brand_id = brand and g.practice_id = going and g.outcome = 'nobody_there' and exists (
      select from hand_overs s where s.brand_id = brand and s.practice_id = staying and s.day = g.day
        and s.outcome = 'nobody_there');

  -- Of absences what the other has not declared itself.
  for away in
    select a.* from absences a where a.brand_id = brand and a.practice_id = going and exists (
      select from absences s where s.brand_id = brand and s.practice_id = staying
        and halves_of(a.from_on, a.from_shift, a.to_on, a.to_shift) && halves_of(s.from_on, s.from_shift, s.to_on, s.to_shift))
    order by a.from_on, a.from_shift
  loop
    delete from absences a where a.brand_id = brand and a.id = away.id;
    insert into absences (brand_id, practice_id, from_on, from_shift, to_on, to_shift, is_delivery_possible, created_by,
        created_at, series_id, repeats)
      select brand, staying, '2000-01-01'::date + lower(piece) / 2,
        (case lower(piece) % 2 when 0 then 'AM' else 'PM' end)::ride_shift, '2000-01-01'::date + (upper(piece) - 1) / 2,
        (case (upper(piece) - 1) % 2 when 0 then 'AM' else 'PM' end)::ride_shift,
        away.is_delivery_possible, away.created_by, away.created_at, away.series_id, away.repeats
      from unnest(int4multirange(halves_of(away.from_on, away.from_shift, away.to_on, away.to_shift)) - (
        select range_agg(halves_of(s.from_on, s.from_shift, s.to_on, s.to_shift)) from absences s
        where s.brand_id = brand and s.practice_id = staying)) as piece;
  end loop;

  update order_templates t set name = t.name || ' (' || (
      select min(number) from generate_series(2, 1000) number where not exists (
        select from order_templates o where o.brand_id = brand and o.practice_id in (going, staying)
          and o.name = t.name || ' (' || number || ')')) || ')'
    where t.brand_id = brand and t.practice_id = going and exists (
      select from order_templates s where s.brand_id = brand and s.practice_id = staying and s.name = t.name);
  -- It pays what the practice that stays pays; what was ordered keeps its price.
  delete from practice_price_lists l where l.brand_id = brand and l.practice_id = going;
  delete from round_stops g where g.brand_id = brand and g.practice_id = going
    and exists (select from round_stops s where s.brand_id = brand and s.practice_id = staying);

  -- Of runs that have made nothing for it: what they left out without a price stands with the practice that stays.
  update billing_run_practices s set unpriced = s.unpriced + g.unpriced from billing_run_practices g
    where g.brand_id = brand and g.practice_id = going
      and s.brand_id = brand and s.practice_id = staying and s.run_id = g.run_id;
  delete from billing_run_practices g using billing_run_practices s
    where g.brand_id = brand and g.practice_id = going
      and s.brand_id = brand and s.practice_id = staying and s.run_id = g.run_id;

  -- Kept out with their practice, they would come in to the other one on the day that this one is closed and opened again.
  update users u set disabled_by = 'laboratory'
    where u.brand_id = brand and u.practice_id = going and u.disabled_at is not null and u.disabled_by is distinct from 'practice';

  -- Two open screens hear of it once: who came from there anew, everybody else by the topics of what moves.
  perform set_config('changes.quiet', 'on', true);
  foreach held in array array[
    'users', 'orders', 'order_events', 'order_messages', 'order_problems', 'order_product_materials', 'order_products',
    'order_requests', 'order_subcontractors', 'order_templates', 'traceability_statements', 'release_checks', 'recall_notices',
    'complaint_decisions', 'unread_cases', 'notices', 'attachments', 'hand_overs', 'handed_cases', 'rides', 'round_stops',
    'supply_orders', 'supply_order_lines', 'absences', 'account_changes', 'feedback', 'signup_requests',
    'billing_run_practices'
  ] loop
    execute format('update %I set practice_id = $3 where brand_id = $1 and practice_id = $2', held)
      using brand, going, staying;
  end loop;
  perform set_config('changes.quiet', '', true);
  perform pg_notify('changes', brand || '/' || staying || '/' || topic)
    from unnest(array['orders', 'colleagues']) topic;
  perform pg_notify('changes', brand || '/' || brand || '/signups');

  -- What led to it leads on.
  update merged_practices m set into_id = staying where m.brand_id = brand and m.into_id = going;
  delete from practices p where p.brand_id = brand and p.id = going;
  set constraints all immediate;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return '{}';
end $function$

CREATE OR REPLACE FUNCTION tenant.name_payment(payment_id uuid, provider_reference text)
 RETURNS boolean
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  if (tenant.audience() in ('practice', 'laboratory') and tenant.sees_invoices()) is not true then
    raise exception 'nothing is open' using errcode = 'insufficient_privilege';
  end if;
  update payments p set provider_reference = name_payment.provider_reference
    where p.brand_id = tenant.brand_id() and p.id = name_payment.payment_id and p.status = 'pending'
      and coalesce(p.provider_reference, name_payment.provider_reference) = name_payment.provider_reference;
  return found;
end $function$

CREATE OR REPLACE FUNCTION tenant.new_payment_reference(brand uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  body text;
  found_one text;
begin
  loop
    body := lpad(floor(random() * 1e12)::bigint::text, 12, '0');
    -- R is 27, F is 15; what 97 leaves of the whole is 1.
    found_one := 'RF' || lpad((98 - mod((body || '271500')::numeric, 97))::text, 2, '0') || body;
    exit when not exists (select from payments p where p.brand_id = brand and p.reference = found_one);
  end loop;
  return found_one;
end $function$

CREATE OR REPLACE FUNCTION tenant.note_program_seen(key uuid)
 RETURNS void
 LANGUAGE sql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 UPDATE program_keys k SET seen_at = now()
    FROM ( SELECT seen.brand_id,
             seen.id
            FROM program_keys seen
           WHERE ((seen.brand_id = tenant.brand_id()) AND (seen.id = note_program_seen.key) AND (seen.program_id = tenant.user_id()) AND ((seen.seen_at IS NULL) OR (seen.seen_at < (now() - '00:10:00'::interval))))
          FOR UPDATE OF seen SKIP LOCKED) free
   WHERE ((k.brand_id = free.brand_id) AND (k.id = free.id));
END

CREATE OR REPLACE FUNCTION tenant.obstacles_to_merging(brand uuid, going uuid, staying uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE STRICT
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN ARRAY(SELECT known.obstacle FROM (VALUES (1,'has_books'::text,((EXISTS (SELECT FROM invoices i WHERE ((i.brand_id = obstacles_to_merging.brand) AND (i.practice_id = obstacles_to_merging.going)))) OR (EXISTS (SELECT FROM payments p WHERE ((p.brand_id = obstacles_to_merging.brand) AND (p.practice_id = obstacles_to_merging.going)))))), (2,'in_billing_run'::text,(EXISTS (SELECT FROM billing_run_practices r WHERE ((r.brand_id = obstacles_to_merging.brand) AND (r.practice_id = obstacles_to_merging.going) AND (r.state = 'waiting'::billing_run_state))))), (3,'changes_pending'::text,(EXISTS (SELECT FROM account_changes c WHERE ((c.brand_id = obstacles_to_merging.brand) AND (c.practice_id = obstacles_to_merging.going) AND (c.state = 'pending'::account_change_state) AND (c.part <> 'personal_information'::account_part))))), (4,'practice_disabled'::text,(EXISTS (SELECT FROM practices p WHERE ((p.brand_id = obstacles_to_merging.brand) AND (p.id = obstacles_to_merging.staying) AND (p.disabled_at IS NOT NULL))))), (5,'too_many_cases'::text,((SELECT count(*) AS count FROM (SELECT FROM orders o WHERE ((o.brand_id = obstacles_to_merging.brand) AND (o.practice_id = obstacles_to_merging.going)) LIMIT 5001) counted) > 5000))) known(place, obstacle, is_there) WHERE known.is_there ORDER BY known.place)

CREATE OR REPLACE FUNCTION tenant.open_challenge(host text, token_hash bytea, valid_until bigint, signed bytea)
 RETURNS TABLE(state text, brand_id uuid, time_zone text, allowed_origins text[], challenge_id uuid, user_id uuid, secret bytea)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid;
  found_challenge record;
begin
  perform tenant.refuse_unless_signed(
    'challenge/' || open_challenge.host || '/' || encode(open_challenge.token_hash, 'hex') || '/' || valid_until,
    valid_until, signed);
  select h.brand_id into brand from brand_hosts h where h.host = open_challenge.host;
  if brand is null then
    return;
  end if;

  perform tenant.set_context(brand, null, null);
  select b.disabled_at as brand_disabled_at, b.time_zone, b.allowed_origins, c.id, c.user_id, a.secret
    into found_challenge
    from brands b
    left join sign_in_challenges c on c.brand_id = b.id and c.token_hash = open_challenge.token_hash
      and c.expires_at > clock_timestamp() and c.failures < 5
      and exists (select from users u where u.brand_id = c.brand_id and u.id = c.user_id and u.disabled_at is null
        and sha256(convert_to(u.password_hash, 'UTF8')) = c.password_mark)
    left join authenticators a on a.brand_id = c.brand_id and a.user_id = c.user_id and a.confirmed_at is not null
    where b.id = brand;

  if (found_challenge.brand_disabled_at is null and found_challenge.secret is not null) is not true then
    perform set_config('tenant.context', '', true);
    return query select case when found_challenge.brand_disabled_at is not null then 'brand_unknown' else 'not_found' end,
      null::uuid, null::text, null::text[], null::uuid, null::uuid, null::bytea;
    return;
  end if;
  return query select 'open', brand, found_challenge.time_zone, found_challenge.allowed_origins, found_challenge.id,
    found_challenge.user_id, found_challenge.secret;
end $function$

CREATE OR REPLACE FUNCTION tenant.open_feed(host text, secret_hash bytea, valid_until bigint, signed bytea)
 RETURNS TABLE(state text, brand_id uuid, user_id uuid, practice_id uuid, account_type account_type, is_dlcpm boolean, is_practice_doctor boolean, language language, time_zone text)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid;
  reader record;
begin
  perform tenant.refuse_unless_signed(
    'feed/' || open_feed.host || '/' || encode(open_feed.secret_hash, 'hex') || '/' || valid_until,
    valid_until, signed);
  select h.brand_id into brand from brand_hosts h where h.host = open_feed.host;
  if brand is null then
    return;
  end if;

  perform tenant.set_context(brand, null, null);
  select b.disabled_at as brand_disabled_at, b.time_zone, u.kind, u.id, u.practice_id, u.account_type, u.is_dlcpm,
      u.is_practice_doctor, u.language
    into reader
    from brands b
    left join calendar_feeds f on f.brand_id = b.id and f.secret_hash = open_feed.secret_hash
    left join users u on u.brand_id = f.brand_id and u.id = f.user_id and u.disabled_at is null
    where b.id = brand;

  -- Only practices have feeds: of whoever has gone over to the laboratory's staff nothing is shown.
  if (reader.brand_disabled_at is null and reader.kind = 'practice') is not true then
    perform set_config('tenant.context', '', true);
    return query select case when reader.brand_disabled_at is not null then 'brand_unknown' else 'not_found' end,
      null::uuid, null::uuid, null::uuid, null::account_type, null::boolean, null::boolean, null::language, null::text;
    return;
  end if;

  perform tenant.set_context(brand, reader.practice_id, reader.id);
  return query select 'open', brand, reader.id, reader.practice_id, reader.account_type, reader.is_dlcpm,
    reader.is_practice_doctor, reader.language, reader.time_zone;
end $function$

CREATE OR REPLACE FUNCTION tenant.open_job(brand uuid, valid_until bigint, signed bytea)
 RETURNS TABLE(brand_id uuid, time_zone text, allowed_origins text[])
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  perform tenant.refuse_unless_signed('job/' || open_job.brand || '/' || valid_until, valid_until, signed);
  perform tenant.set_context(open_job.brand, null, null);
  return query select b.id, b.time_zone, b.allowed_origins
    from brands b where b.id = open_job.brand and b.disabled_at is null;
  if not found then
    perform set_config('tenant.context', '', true);
  end if;
end $function$

CREATE OR REPLACE FUNCTION tenant.open_laboratory(host text, valid_until bigint, signed bytea)
 RETURNS TABLE(brand_id uuid, time_zone text, allowed_origins text[])
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid;
begin
  perform tenant.refuse_unless_signed('laboratory/' || open_laboratory.host || '/' || valid_until, valid_until, signed);
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

CREATE OR REPLACE FUNCTION tenant.open_password_link(host text, token_hash bytea, valid_until bigint, signed bytea)
 RETURNS TABLE(state text, brand_id uuid, purpose password_link_purpose, user_id uuid, login text, email text, first_name text, last_name text, language language, company_name text)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid;
  found_link record;
begin
  perform tenant.refuse_unless_signed(
    'password_link/' || open_password_link.host || '/' || encode(open_password_link.token_hash, 'hex') || '/' || valid_until,
    valid_until, signed);
  select h.brand_id into brand from brand_hosts h where h.host = open_password_link.host;
  if brand is null then
    return;
  end if;

  perform tenant.set_context(brand, null, null);
  select b.disabled_at as brand_disabled_at, b.company_name, l.purpose, u.id, u.login, u.email, u.first_name, u.last_name,
      u.language
    into found_link
    from brands b
    left join password_links l on l.brand_id = b.id and l.token_hash = open_password_link.token_hash
      and l.expires_at > clock_timestamp()
    left join users u on u.brand_id = l.brand_id and u.id = l.user_id and u.disabled_at is null
      and (l.purpose = 'reset' or u.password_hash is null)
    where b.id = brand;

  if (found_link.brand_disabled_at is null and found_link.id is not null) is not true then
    perform set_config('tenant.context', '', true);
    return query select case when found_link.brand_disabled_at is not null then 'brand_unknown' else 'not_found' end,
      null::uuid, null::password_link_purpose, null::uuid, null::text, null::text, null::text, null::text, null::language,
      null::text;
    return;
  end if;

  perform tenant.set_context(brand, null, null, 'password_link');
  return query select 'open', brand, found_link.purpose, found_link.id, found_link.login, found_link.email,
    found_link.first_name, found_link.last_name, found_link.language, found_link.company_name;
end $function$

CREATE OR REPLACE FUNCTION tenant.open_program(host text, secret_hash bytea, valid_until bigint, signed bytea)
 RETURNS TABLE(state text, brand_id uuid, user_id uuid, key_id uuid, language language, time_zone text)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid;
  found record;
begin
  perform tenant.refuse_unless_signed(
    'program/' || open_program.host || '/' || encode(open_program.secret_hash, 'hex') || '/' || valid_until,
    valid_until, signed);
  select h.brand_id into brand from brand_hosts h where h.host = open_program.host;
  if brand is null then
    return;
  end if;

  perform tenant.set_context(brand, null, null);
  select b.disabled_at as brand_disabled_at, b.time_zone, b.default_language, u.id, k.id as key_id
    into found
    from brands b
    left join program_keys k on k.brand_id = b.id and k.secret_hash = open_program.secret_hash and k.ends_at > now()
    left join users u on u.brand_id = k.brand_id and u.id = k.program_id and u.kind = 'program' and u.disabled_at is null
    where b.id = brand;
  if (found.brand_disabled_at is null and found.id is not null) is not true then
    perform set_config('tenant.context', '', true);
    return query select case when found.brand_disabled_at is not null then 'brand_unknown' else 'session_ended' end,
      null::uuid, null::uuid, null::uuid, null::language, null::text;
    return;
  end if;

  perform tenant.set_context(brand, null, found.id, 'staff');
  return query select 'open', brand, found.id, found.key_id, found.default_language, found.time_zone;
end $function$

CREATE OR REPLACE FUNCTION tenant.open_session(host text, brand uuid, session uuid, valid_until bigint, signed bytea)
 RETURNS TABLE(state text, kind user_kind, user_id uuid, practice_id uuid, account_type account_type, is_dlcpm boolean, is_practice_doctor boolean, role staff_role, language language, time_zone text)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  is_signed boolean := tenant.refuse_unless_signed(
    concat_ws('/', 'session', open_session.host, open_session.brand, open_session.session, valid_until),
    valid_until, signed);
  setting text := set_config('tenant.opening', open_session.brand::text, true);
  is_over boolean;
  is_brand_disabled boolean;
  owes_second_factor boolean;
begin
  select u.kind, u.id, u.practice_id, u.account_type, u.is_dlcpm, u.is_practice_doctor, u.role, u.language, b.time_zone,
      s.ended_at is not null or u.disabled_at is not null, b.disabled_at is not null,
      u.kind = 'staff' and b.staff_need_second_factor and s.second_factor is null
    into kind, user_id, practice_id, account_type, is_dlcpm, is_practice_doctor, role, language, time_zone,
      is_over, is_brand_disabled, owes_second_factor
    from brand_hosts h
    join sessions s on s.brand_id = h.brand_id and s.id = open_session.session
    join users u on u.brand_id = s.brand_id and u.id = s.user_id
    join brands b on b.id = s.brand_id
    where h.brand_id = open_session.brand and h.host = open_session.host;
  setting := set_config('tenant.opening', '', true);

  if (is_over or is_brand_disabled) is not false then
    -- Nothing is opened, nor does what was opened before stay so.
    setting := set_config('tenant.context', '', true);
    return query select case when is_brand_disabled then 'brand_unknown' else 'session_ended' end,
      null::user_kind, null::uuid, null::uuid, null::account_type, null::boolean, null::boolean, null::staff_role,
      null::language, null::text;
    return;
  end if;
  setting := tenant.set_context(open_session.brand, practice_id, user_id, kind::text);
  state := case when owes_second_factor then 'second_factor_owed' else 'open' end;
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.own_authenticator_secret()
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT a.secret
    FROM authenticators a
   WHERE ((a.brand_id = tenant.brand_id()) AND (a.user_id = tenant.user_id()) AND (tenant.audience() = ANY (ARRAY['practice'::text, 'staff'::text])));
END

CREATE OR REPLACE FUNCTION tenant.policy_of(owner_column text, claim text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN format('case
     when (brand_id, %1$I) = (
       select (claims).brand_id, (claims).%2$I from (select tenant.claims() offset 0) as opened (claims)) then true
     else brand_id = (
       select (claims).brand_id from (select tenant.claims() offset 0) as opened (claims)
       where (claims).audience = any (%3$L))
   end'::text, owner_column, claim, CASE claim WHEN 'practice_id'::text THEN '{staff,laboratory}'::text[] WHEN 'user_id'::text THEN '{laboratory}'::text[] ELSE NULL::text[] END)

CREATE OR REPLACE FUNCTION tenant.practice_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED
RETURN (tenant.claims()).practice_id

CREATE OR REPLACE FUNCTION tenant.practice_second_factors()
 RETURNS TABLE(user_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
begin
  if (tenant.audience() = 'staff' and exists (
    select from users administrator
    where administrator.brand_id = brand and administrator.id = tenant.user_id()
      and administrator.role = 'administrator' and administrator.disabled_at is null)) is not true then
    raise exception 'an administrator of the laboratory reads this' using errcode = 'insufficient_privilege';
  end if;
  perform tenant.set_context(brand, null, null);
  return query
    select a.user_id from authenticators a
      join users u on u.brand_id = a.brand_id and u.id = a.user_id and u.kind = 'practice'
      where a.brand_id = brand and a.confirmed_at is not null;
  perform set_config('tenant.context', coalesce(context, ''), true);
end $function$

CREATE OR REPLACE FUNCTION tenant.programs_to_tell(kinds audit_kind[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
begin
  if tenant.audience() is distinct from 'laboratory' then
    raise exception 'the laboratory itself asks this' using errcode = 'insufficient_privilege';
  end if;
  return query
    with waiting as materialized (
      select a.program_id, h.position, exists (
          select from audit_events e
          where e.brand_id = brand and e.position > a.told_until and e.position <= h.position
            and e.kind = any (kinds) and e.user_id is distinct from a.program_id) as has_news
      from program_addresses a
      join audit_heads h on h.brand_id = a.brand_id and h.position > a.told_until
      join users u on u.brand_id = a.brand_id and u.id = a.program_id and u.disabled_at is null
      where a.brand_id = brand
        -- A process that was killed tells nobody any more.
        and (a.telling_since is null or a.telling_since < now() - interval '6 hours')
      for update of a
    ), told as (
      update program_addresses a set told_until = w.position, telling_since = case when w.has_news then now() end
        from waiting w where a.brand_id = brand and a.program_id = w.program_id)
    select w.program_id from waiting w where w.has_news;
end $function$

CREATE OR REPLACE FUNCTION tenant.promised_elements(from_on date, to_on date, leaving_out uuid)
 RETURNS TABLE(day date, family text, elements bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.delivery_on, p.family, sum(op.quantity)
  from orders o
  join order_products op on op.brand_id = o.brand_id and op.order_id = o.id
  left join products p on p.brand_id = op.brand_id and p.reference = op.reference and p.version = op.product_version
  where o.brand_id = (select tenant.brand_id()) and o.status not in ('delivered', 'invoiced', 'cancelled')
    and o.delivery_on between from_on and to_on and o.id is distinct from leaving_out
  group by o.delivery_on, p.family
$function$

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
  execute format('create policy of_practice on %s using (%s)', target, tenant.policy_of('practice_id', 'practice_id'));
end $procedure$

CREATE OR REPLACE PROCEDURE tenant.protect_by_user(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy of_user on %s using (%s)', target, tenant.policy_of('user_id', 'user_id'));
end $procedure$

CREATE OR REPLACE PROCEDURE tenant.protect_money(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  call tenant.protect_by_practice(target);
  execute format('create policy not_for_practice_doctors on %s as restrictive using ((select tenant.sees_invoices()))', target);
  -- No statement of the application writes money: the functions below do.
  execute format('grant select on %s to arcade_app', target);
end $procedure$

CREATE OR REPLACE FUNCTION tenant.put_entry_right(case_id uuid, whose jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  brand uuid := tenant.brand_id();
  entry orders;
  doctor uuid;
  prescribed_by text;
begin
  if (tenant.audience() = 'staff' and exists (
    select from users u where u.brand_id = brand and u.id = tenant.user_id() and u.kind = 'staff'
      and u.role in ('administrator', 'production') and u.disabled_at is null)) is not true then
    raise exception 'who works on cases does this' using errcode = 'insufficient_privilege';
  end if;
  select * into entry from orders o
    where o.brand_id = brand and o.id = case_id and o.ordered_by is null and o.remake_of is null
      and o.status not in ('shipped', 'delivered', 'invoiced', 'cancelled')
    for no key update;
  if entry.id is null then
    raise exception 'this is not put right any more, or not here'
      using errcode = 'check_violation', constraint = 'orders__put_right', table = 'orders';
  end if;
  doctor := whose ->> 'prescriberId';
  if doctor is null then
    prescribed_by := whose ->> 'prescriber';
  -- Who prescribed it keeps the name of that day.
  elsif doctor = entry.prescriber_id then
    prescribed_by := entry.prescriber;
  else
    select concat_ws(' ', nullif(u.title, ''), nullif(u.first_name, ''), nullif(u.last_name, '')) into prescribed_by
      from users u where u.brand_id = brand and u.practice_id = entry.practice_id and u.id = doctor
        and (u.account_type = 'doctor' or is_dentist(u.title)) and not u.is_dlcpm
        and u.disabled_at is null and u.erased_at is null;
  end if;
  if prescribed_by is null then
    raise exception 'an order without a prescriber'
      using errcode = 'check_violation', constraint = 'orders__prescribed', table = 'orders';
  end if;
  if entry.patient is distinct from whose ->> 'patient' and entry.patient is not null then
    insert into former_patient_names (brand_id, order_id, name) values (brand, case_id, entry.patient)
      on conflict do nothing;
  end if;
  -- Its sheet names them: it is signed again.
  update orders o set patient_code = whose ->> 'patientCode', patient = whose ->> 'patient', prescriber_id = doctor,
      prescriber = prescribed_by, is_signed = false,
      -- The release before says none.
      practice_reference = case when whose ? 'practiceReference' then whose ->> 'practiceReference'
        else o.practice_reference end
    where o.brand_id = brand and o.id = case_id;
end $function$

CREATE OR REPLACE FUNCTION tenant.receive_for_invoice(invoice_id uuid, entry text, amount_cents bigint, booked_on date)
 RETURNS TABLE(outcome text, booked_id uuid)
 LANGUAGE sql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select * from tenant.receive_for_invoices(array[invoice_id], entry, amount_cents, booked_on)
$function$

CREATE OR REPLACE FUNCTION tenant.receive_for_invoices(invoice_ids uuid[], entry text, amount_cents bigint, booked_on date)
 RETURNS TABLE(outcome text, booked_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(invoice_ids) as id);
  owing uuid[];
  due integer;
  entered record;
begin
  perform tenant.refuse_unless_billing();
  -- As who enters a payment by hand: the practice before its pieces.
  select array_agg(distinct i.practice_id) into owing from invoices i where i.brand_id = brand and i.id = any(asked);
  if cardinality(owing) = 1 then
    perform from practices p where p.brand_id = brand and p.id = owing[1] for no key update;
  end if;
  -- Of two who enter it at once the second sees what the first has written.
  perform from invoices i where i.brand_id = brand and i.id = any(asked) order by i.id for no key update;
  select count(*) into due from invoices i
    where i.brand_id = brand and i.id = any(asked) and i.practice_id = owing[1] and i.type in ('invoice', 'initialBalance');
  if due = 0 or due < cardinality(asked) then
    outcome := 'unknown_payment';
    return next;
    return;
  end if;
  select case when exists (
      select from allocations a join invoices r on r.brand_id = a.brand_id and r.id = a.credit_id
      where a.brand_id = brand and a.debit_id = any(asked) and r.payment_id = e.payment_id)
    then 'repeated' else 'entry_used' end
    into outcome from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
  if found then
    return next;
    return;
  end if;

  select * into strict entered from tenant.enter_payment(owing[1], asked, receive_for_invoices.amount_cents,
    booked_on, '', 'transfer', '', true);
  if entered.refusal is not null then
    outcome := case entered.refusal when 'received_later' then 'booked_later' else 'not_payable' end;
    return next;
    return;
  end if;
  booked_id := entered.payment_id;
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (brand, owing[1], booked_id, 'bank', entry, 'succeeded', receive_for_invoices.amount_cents, 'EUR', 'applied');
  select case when i.due_cents < 0 then 'left_open' else 'received' end into strict outcome from invoices i
    where i.brand_id = brand and i.id = entered.receipt_id;
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.receive_for_invoices(invoice_ids uuid[], entry text, amount_cents bigint, booked_on date, besides uuid[], is_another boolean)
 RETURNS TABLE(outcome text, booked_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  owing uuid[];
begin
  perform tenant.refuse_unless_billing();
  entry := entry_now(brand, entry);
  select array_agg(distinct i.practice_id) into owing from invoices i where i.brand_id = brand and i.id = any(invoice_ids);
  if not is_another and cardinality(owing) = 1 then
    -- Whoever says that it came, by hand or by software, was first, or waits.
    perform from practices p where p.brand_id = brand and p.id = owing[1] for no key update;
    if here_like_it(brand, owing[1], receive_for_invoices.amount_cents, booked_on, besides, null)
        and not exists (select from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry) then
      outcome := 'entered_alike';
      return next;
      return;
    end if;
  end if;
  return query select * from tenant.receive_for_invoices(invoice_ids, entry, receive_for_invoices.amount_cents, booked_on);
end $function$

CREATE OR REPLACE FUNCTION tenant.receive_for_invoices(invoice_ids uuid[], entry text, amount_cents bigint, booked_on date, is_another boolean)
 RETURNS TABLE(outcome text, booked_id uuid)
 LANGUAGE sql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT r.outcome,
     r.booked_id
    FROM tenant.receive_for_invoices(receive_for_invoices.invoice_ids, receive_for_invoices.entry, receive_for_invoices.amount_cents, receive_for_invoices.booked_on, '{}'::uuid[], receive_for_invoices.is_another) r(outcome, booked_id);
END

CREATE OR REPLACE FUNCTION tenant.receive_for_practice(practice uuid, entry text, amount_cents bigint, booked_on date, words text, besides uuid[], is_another boolean)
 RETURNS TABLE(outcome text, booked_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  entered record;
begin
  perform tenant.refuse_unless_billing();
  -- Of two who enter it at once the second sees what the first has written.
  perform pg_advisory_xact_lock(hashtextextended('bank_entries/' || brand, 0));
  perform from practices p where p.brand_id = brand and p.id = practice for no key update;
  if not found then
    outcome := 'unknown_practice';
    return next;
    return;
  end if;
  if booked_on > today_of(brand) then
    outcome := 'booked_later';
    return next;
    return;
  end if;
  entry := entry_now(brand, entry);
  select case when e.practice_id = practice then 'repeated' else 'entry_used' end
    into outcome from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
  if found then
    return next;
    return;
  end if;
  if not is_another and here_like_it(brand, practice, receive_for_practice.amount_cents, booked_on, besides, null) then
    outcome := 'entered_alike';
    return next;
    return;
  end if;

  select * into strict entered from tenant.enter_payment(practice, '{}', receive_for_practice.amount_cents, booked_on, '',
    'transfer', left(words, 100), true);
  if entered.refusal is not null then
    raise 'a payment of a practice for whatever it owes was refused: %', entered.refusal;
  end if;
  booked_id := entered.payment_id;
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (brand, practice, booked_id, 'bank', entry, 'succeeded', receive_for_practice.amount_cents, 'EUR', 'applied');
  select case when i.due_cents < 0 then 'left_open' else 'received' end into strict outcome from invoices i
    where i.brand_id = brand and i.id = entered.receipt_id;
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.receive_for_practice(practice uuid, entry text, amount_cents bigint, booked_on date, words text, is_another boolean)
 RETURNS TABLE(outcome text, booked_id uuid)
 LANGUAGE sql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT r.outcome,
     r.booked_id
    FROM tenant.receive_for_practice(receive_for_practice.practice, receive_for_practice.entry, receive_for_practice.amount_cents, receive_for_practice.booked_on, receive_for_practice.words, '{}'::uuid[], receive_for_practice.is_another) r(outcome, booked_id);
END

CREATE OR REPLACE FUNCTION tenant.receive_rest(ids uuid[], entry text, amount_cents bigint, booked_on date)
 RETURNS TABLE(outcome text, booked_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  here uuid[];
  owed uuid[];
  announced payments;
  owners uuid[];
  here_cents bigint;
  rest_cents bigint;
  booked record;
begin
  perform tenant.refuse_unless_billing();
  here := array(select p.id from payments p where p.brand_id = brand and p.id = any(ids) and p.settled_at is not null order by p.id);
  owed := array(select i.id from invoices i where i.brand_id = brand and i.id = any(ids) order by i.id);
  select * into announced from payments p
    where p.brand_id = brand and p.id = any(ids) and p.mode = 'transfer' and p.settled_at is null order by p.id limit 1;
  if here = '{}' or (owed = '{}') = (announced.id is null) then
    outcome := 'unknown_payment';
    return next;
    return;
  end if;
  owners := array(
    select p.practice_id from payments p where p.brand_id = brand and p.id = any(here || announced.id)
    union select i.practice_id from invoices i where i.brand_id = brand and i.id = any(owed));
  -- In the order in which each of them is entered. What somebody else has done meanwhile is seen then.
  perform from practices p where p.brand_id = brand and p.id = any(owners) order by p.id for no key update;
  perform from payments p where p.brand_id = brand and p.id = any(here || announced.id) order by p.id for no key update;
  perform from invoices i where i.brand_id = brand and i.id = any(owed) order by i.id for no key update;
  entry := entry_now(brand, entry);
  select case when exists (
      select from payment_events o where o.brand_id = brand and o.provider = 'bank' and o.payment_id = here[1]
        and o.event_id = encode(sha256(convert_to(entry || '/' || here[1], 'UTF8')), 'hex'))
    then 'repeated' else 'entry_used' end
    into outcome from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
  if found then
    return next;
    return;
  end if;
  select sum(came_cents(brand, p.id)) into here_cents from payments p
    where p.brand_id = brand and p.id = any(here) and is_without_line(brand, p.id)
    having count(*) = cardinality(here);
  if announced.id is null then
    select sum(i.due_cents - i.pending_cents) into rest_cents from invoices i where i.brand_id = brand and i.id = any(owed);
  else
    select sum(h.cents) into rest_cents from payment_holds h join payments p on p.brand_id = h.brand_id and p.id = h.payment_id
      where h.brand_id = brand and h.payment_id = announced.id and h.is_held and p.status = 'pending';
  end if;
  outcome := case
    when booked_on > today_of(brand) then 'booked_later'
    when (cardinality(owners) = 1 and cardinality(here) + cardinality(owed) + (announced.id is not null)::int = cardinality(ids)
      and rest_cents > 0 and here_cents + rest_cents = receive_rest.amount_cents) is not true then 'not_payable'
  end;
  if outcome is not null then
    return next;
    return;
  end if;
  if announced.id is null then
    select r.outcome, r.booked_id into strict booked from tenant.receive_for_invoices(owed, entry, rest_cents, booked_on) r;
  else
    select r.outcome, r.booked_id into strict booked from tenant.receive_transfer(announced.id, entry, rest_cents, booked_on) r;
  end if;
  outcome := booked.outcome;
  booked_id := booked.booked_id;
  if booked_id is not null then
    insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
      select brand, p.practice_id, p.id, 'bank', encode(sha256(convert_to(entry || '/' || p.id, 'UTF8')), 'hex'),
        'succeeded', came_cents(brand, p.id), 'EUR', 'applied'
      from payments p where p.brand_id = brand and p.id = any(here);
  end if;
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.receive_transfer(payment_id uuid, entry text, amount_cents bigint, booked_on date)
 RETURNS TABLE(outcome text, booked_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  announced payments;
  held uuid[];
  receipt uuid;
begin
  perform tenant.refuse_unless_billing();
  select * into announced from payments p
    where p.brand_id = brand and p.id = receive_transfer.payment_id and p.mode = 'transfer' and p.provider = 'bank'
    for no key update;
  outcome := case
    when announced.id is null then 'unknown_payment'
    when booked_on > today_of(brand) then 'booked_later'
  end;
  if outcome is not null then
    return next;
    return;
  end if;
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (brand, announced.practice_id, announced.id, 'bank', entry, 'succeeded', receive_transfer.amount_cents, 'EUR',
      'applied')
    on conflict (brand_id, provider, event_id) do nothing;
  if not found then
    select case when e.payment_id = announced.id then 'repeated' else 'entry_used' end into outcome from payment_events e
      where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
    return next;
    return;
  end if;

  -- The laboratory's software was quicker: of the same money, only that the bank has it, too.
  if announced.status = 'succeeded' and announced.amount_cents = receive_transfer.amount_cents
    and exists (select from program_payments n where n.brand_id = brand and n.payment_id = announced.id)
    and not exists (select from payment_events e where e.brand_id = brand and e.payment_id = announced.id
      and e.event_id ~ '^[0-9a-f]{64}$' and e.event_id <> entry) then
    outcome := 'repeated';
    return next;
    return;
  end if;

  if announced.status in ('pending', 'failed') and announced.amount_cents = receive_transfer.amount_cents then
    booked_id := announced.id;
    update payments p set received_on = booked_on where p.brand_id = brand and p.id = booked_id;
    receipt := tenant.settle_payment(brand, booked_id);
  else
    held := tenant.release_holds(brand, announced.id);
    update payments p set status = 'failed', failed_at = now()
      where p.brand_id = brand and p.id = announced.id and p.status = 'pending';
    insert into payments as made (brand_id, practice_id, mode, amount_cents, provider, means, reference, received_on, note, created_by)
      values (brand, announced.practice_id, 'manual', receive_transfer.amount_cents, 'manual', 'transfer',
        tenant.new_payment_reference(brand), booked_on, announced.reference, tenant.user_id())
      returning made.id into booked_id;
    receipt := tenant.settle_payment(brand, booked_id);
    perform tenant.allocate(brand, receipt, held, receive_transfer.amount_cents);
  end if;
  select case when i.due_cents < 0 then 'left_open' else 'received' end into strict outcome from invoices i
    where i.brand_id = brand and i.id = receipt;
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.receive_transfer(payment_id uuid, entry text, amount_cents bigint, booked_on date, besides uuid[], is_another boolean)
 RETURNS TABLE(outcome text, booked_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  there payments;
begin
  perform tenant.refuse_unless_billing();
  entry := entry_now(brand, entry);
  select * into there from payments p
    where p.brand_id = brand and p.id = receive_transfer.payment_id and p.mode in ('transfer', 'manual') for no key update;
  if there.mode = 'manual'
      or came_cents(brand, there.id) = receive_transfer.amount_cents and not is_in_file(brand, there.id) then
    return query select * from tenant.claim_entered(array[there.id], entry, receive_transfer.amount_cents);
    return;
  end if;
  if not is_another and here_like_it(brand, there.practice_id, receive_transfer.amount_cents, booked_on, besides,
        case when there.status = 'failed' then there.id end)
      and not exists (select from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry) then
    outcome := 'entered_alike';
    return next;
    return;
  end if;
  return query select * from tenant.receive_transfer(receive_transfer.payment_id, entry, receive_transfer.amount_cents, booked_on);
end $function$

CREATE OR REPLACE FUNCTION tenant.receive_transfer(payment_id uuid, entry text, amount_cents bigint, booked_on date, is_another boolean)
 RETURNS TABLE(outcome text, booked_id uuid)
 LANGUAGE sql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT r.outcome,
     r.booked_id
    FROM tenant.receive_transfer(receive_transfer.payment_id, receive_transfer.entry, receive_transfer.amount_cents, receive_transfer.booked_on, '{}'::uuid[], receive_transfer.is_another) r(outcome, booked_id);
END

CREATE OR REPLACE FUNCTION tenant.record_payment(external_id text, said jsonb)
 RETURNS TABLE(refusal text, receipt_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  paid record;
  announced payments;
  -- Announcements whose pieces are said to be paid by this money, or that it is, with another amount.
  freed uuid[];
  debits uuid[];
  made uuid;
begin
  perform tenant.refuse_unless_program();
  select * into strict paid from jsonb_to_record(said) as s(practice_id uuid, amount_cents bigint, received_on date,
    means payment_means, payer_reference text, invoice_ids uuid[], is_another boolean);
  perform from practices p where p.brand_id = brand and p.id = paid.practice_id for no key update;
  if paid.means = 'transfer' then
    select p.* into announced from payments p
      where p.brand_id = brand and p.practice_id = paid.practice_id and p.mode = 'transfer' and p.provider = 'bank'
        and p.status = 'pending'
        and (strpos(replace(paid.payer_reference, ' ', ''), p.reference) > 0
          -- What it is said to pay is what was announced, or nothing is said of that.
          or p.amount_cents = paid.amount_cents and (paid.invoice_ids = '{}' or paid.invoice_ids @> array(
            select h.invoice_id from payment_holds h where h.brand_id = brand and h.payment_id = p.id and h.is_held)))
      order by strpos(replace(paid.payer_reference, ' ', ''), p.reference) = 0, p.amount_cents <> paid.amount_cents, p.created_at, p.id
      limit 1
      for no key update;
  end if;
  -- Payments before pieces, as whoever withdraws one.
  with held as (
    select p.id from payments p
    where p.brand_id = brand and p.practice_id = paid.practice_id and p.mode = 'transfer' and p.status = 'pending'
      and announced.amount_cents is distinct from paid.amount_cents
      and (p.id = announced.id or exists (select from payment_holds h where h.brand_id = brand and h.payment_id = p.id and h.is_held
        and h.invoice_id = any(paid.invoice_ids)))
    order by p.id for no key update)
  select coalesce(array_agg(id), '{}') into freed from held;
  with there as (
    select i.id from invoices i
    where i.brand_id = brand and i.practice_id = paid.practice_id and i.type in ('invoice', 'initialBalance')
      and (i.id = any(paid.invoice_ids) or paid.invoice_ids = '{}' and i.due_cents > 0
        or i.id in (select h.invoice_id from payment_holds h where h.brand_id = brand and h.payment_id = announced.id))
    order by i.id for no key update)
  select coalesce(array_agg(id) filter (where id = any(paid.invoice_ids) or paid.invoice_ids = '{}'), '{}') into debits from there;
  refusal := case
    when cardinality(debits) < cardinality(paid.invoice_ids) then 'invoice_not_known'
    when not paid.is_another and exists (
      select from payments p
      where p.brand_id = brand and p.practice_id = paid.practice_id and p.status = 'succeeded'
        and p.amount_cents = paid.amount_cents
        and coalesce(p.received_on, p.settled_at::date) between paid.received_on - 7 and paid.received_on + 7
        -- Which of its own are which, a program knows by their names; not what another one has told before it.
        and not exists (select from program_payments n
          where n.brand_id = brand and n.payment_id = p.id and n.program_id = tenant.user_id())) then 'received_alike'
  end;
  if refusal is not null then
    return next;
    return;
  end if;
  if announced.amount_cents = paid.amount_cents then
    made := announced.id;
    update payments p set received_on = paid.received_on where p.brand_id = brand and p.id = made;
    insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
      values (brand, paid.practice_id, made, 'bank', 'hand:' || made, 'succeeded', paid.amount_cents, 'EUR', 'applied');
  else
    -- Of what it is itself, all.
    update payment_holds h set is_held = false where h.brand_id = brand and h.payment_id = announced.id and h.is_held;
    -- Of others as much as this money pays beyond what was free, the oldest first, as it is spent.
    with owed as (
      select i.id, i.due_cents - i.pending_cents as free,
        least(i.due_cents, greatest(0, paid.amount_cents - (sum(i.due_cents) over in_turn - i.due_cents))) as share
      from invoices i where i.brand_id = brand and i.id = any(paid.invoice_ids) and i.due_cents > 0
      window in_turn as (order by i.due_on, i.issued_on, i.number, i.id)),
    held as (
      select h.payment_id, h.invoice_id, h.cents, greatest(0, o.share - o.free) as beyond,
        sum(h.cents) over (partition by h.invoice_id order by h.payment_id) - h.cents as before
      from payment_holds h join owed o on o.id = h.invoice_id
      where h.brand_id = brand and h.payment_id = any(freed) and h.is_held),
    kept as (
      select payment_id, invoice_id, cents - least(cents, greatest(0, beyond - before)) as cents from held)
    update payment_holds h set is_held = kept.cents > 0, cents = case when kept.cents > 0 then kept.cents else h.cents end
      from kept
      where h.brand_id = brand and h.payment_id = kept.payment_id and h.invoice_id = kept.invoice_id and h.cents <> kept.cents;
    -- One that has more to pay is still awaited for that.
    update payments p set status = 'failed', failed_at = now()
      where p.brand_id = brand and p.id = any(freed) and not exists (
        select from payment_holds h where h.brand_id = brand and h.payment_id = p.id and h.is_held);
    insert into payments (brand_id, practice_id, mode, amount_cents, provider, reference, received_on, created_by, means,
        payer_reference, note)
      values (brand, paid.practice_id, 'manual', paid.amount_cents, 'manual', tenant.new_payment_reference(brand),
        paid.received_on, tenant.user_id(), paid.means, nullif(paid.payer_reference, ''), announced.reference)
      returning id into made;
  end if;
  insert into program_payments (brand_id, program_id, external_id, payment_id)
    values (brand, tenant.user_id(), record_payment.external_id, made);
  receipt_id := tenant.settle_payment(brand, made);
  -- What was announced, before whatever else is due.
  perform tenant.allocate(brand, receipt_id, array(
    select h.invoice_id from payment_holds h where h.brand_id = brand and h.payment_id = announced.id
      and (paid.invoice_ids = '{}' or h.invoice_id = any(paid.invoice_ids))), paid.amount_cents);
  perform tenant.allocate(brand, receipt_id, debits, paid.amount_cents);
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.record_payment_event(payment_id uuid, provider text, event_id text, kind payment_event_kind, amount_cents bigint, currency text)
 RETURNS TABLE(outcome text, status payment_status, practice_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked payments;
  is_new boolean := true;
  said payment_event_outcome;
begin
  perform tenant.refuse_unless_billing();
  select * into asked from payments p
    where p.brand_id = brand and p.id = record_payment_event.payment_id and p.provider = record_payment_event.provider
    for no key update;
  if asked.id is null then
    outcome := 'unknown_payment';
    return next;
    return;
  end if;
  said := case
    when kind = 'succeeded' and (amount_cents, currency) is distinct from (asked.amount_cents, asked.currency::text)
      or kind = 'refunded' and (currency = asked.currency and amount_cents between 1 and asked.amount_cents) is not true
      then 'amount_differs'
    when kind = 'succeeded' and asked.status in ('pending', 'failed') or kind = 'failed' and asked.status = 'pending'
      or kind = 'refunded' and amount_cents > asked.refunded_cents or kind = 'disputed' and asked.disputed_at is null
      then 'applied'
    else 'without_effect'
  end;
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (brand, asked.practice_id, asked.id, asked.provider, record_payment_event.event_id, record_payment_event.kind,
      record_payment_event.amount_cents, record_payment_event.currency, said)
    on conflict (brand_id, provider, event_id) do nothing;
  is_new := found;
  if is_new and said = 'applied' then
    case kind
      when 'succeeded' then
        perform tenant.settle_payment(brand, asked.id);
      when 'failed' then
        perform tenant.release_holds(brand, asked.id);
        update payments p set status = 'failed', failed_at = now() where p.brand_id = brand and p.id = asked.id;
      when 'refunded' then
        if asked.settled_at is null then
          perform tenant.settle_payment(brand, asked.id);
        end if;
        perform tenant.refund_payment(brand, asked.id, record_payment_event.amount_cents - asked.refunded_cents);
      when 'disputed' then
        update payments p set disputed_at = now() where p.brand_id = brand and p.id = asked.id;
    end case;
  end if;
  return query select case when is_new then said::text else 'repeated' end, p.status, p.practice_id
    from payments p where p.brand_id = brand and p.id = asked.id;
end $function$

CREATE OR REPLACE FUNCTION tenant.record_piece(external_id text, said jsonb)
 RETURNS TABLE(refusal text, piece_id uuid)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  piece record;
  corrected invoices;
  credited bigint;
  gross bigint;
  is_whole boolean;
  made uuid := new_piece_id();
  -- As banks and people read it: without signs, in capitals or not.
  as_ours text;
begin
  perform tenant.refuse_unless_program();
  select * into strict piece from jsonb_to_record(said) as s(practice_id uuid, type invoice_type, code text, issued_on date,
    due_on date, net_cents bigint, vat_cents bigint, reason text, corrects uuid, order_ids uuid[]);
  gross := piece.net_cents + piece.vat_cents;
  as_ours := regexp_replace(regexp_replace(upper(piece.code), '[^A-Z0-9]', '', 'g'), '^([A-Z]{2})([0-9]{4})([0-9]{6,10})$', '\1-\2-\3');
  perform from orders o where o.brand_id = brand and o.id = any(piece.order_ids) order by o.id for no key update;
  perform from practices p where p.brand_id = brand and p.id = piece.practice_id for key share;
  select * into corrected from invoices i where i.brand_id = brand and i.id = piece.corrects for no key update;
  credited := (select coalesce(-sum(c.amount_cents), 0) from invoices c
    where c.brand_id = brand and c.corrects_id = corrected.id and c.type = 'credit');
  refusal := case
    -- Nor one that a series of the portal would come to: it has no gap.
    when exists (select from invoices i where i.brand_id = brand and i.piece_code in (piece.code, as_ours)) or exists (
      select from piece_counters c where c.brand_id = brand
        and as_ours ~ ('^' || split_part(piece_code_of(c.type, c.year, 1), '-', 1) || '-' || c.year || '-[0-9]{6,}$')) then 'number_taken'
    when piece.corrects is not null and (corrected.practice_id = piece.practice_id and corrected.type = 'invoice'
      and (corrected.program_id = tenant.user_id() or exists (
        -- Where the laboratory has changed its software, the new one takes back what the former one has issued.
        select from users u where u.brand_id = brand and u.id = corrected.program_id and u.disabled_at is not null))) is not true
      then 'not_creditable'
    when corrected.id is not null and credited + gross > corrected.amount_cents then 'credited_already'
  end;
  if refusal is not null then
    return next;
    return;
  end if;
  insert into invoices (brand_id, practice_id, id, type, program_id, piece_code, issued_on, due_on, net_cents, vat_cents,
      amount_cents, reason, corrects_id, created_by)
    values (brand, piece.practice_id, made, piece.type, tenant.user_id(), piece.code, piece.issued_on, piece.due_on,
      piece.net_cents, piece.vat_cents, case piece.type when 'credit' then -gross else gross end, piece.reason, corrected.id,
      tenant.user_id());
  is_whole := corrected.id is not null and credited + gross = corrected.amount_cents;
  refusal := tenant.bill_cases(brand, made, case when is_whole and piece.order_ids = '{}'
    then array(select b.order_id from invoice_orders b where b.brand_id = brand and b.invoice_id = corrected.id)
    else piece.order_ids end);
  if refusal is not null then
    return next;
    return;
  end if;
  insert into program_pieces (brand_id, program_id, external_id, invoice_id)
    values (brand, tenant.user_id(), record_piece.external_id, made);
  if corrected.id is not null then
    perform tenant.allocate(brand, made, array[corrected.id], gross);
    -- Work of which nothing is owed any more can be billed anew.
    if is_whole then
      update invoice_orders b set is_current = false where b.brand_id = brand and b.invoice_id = corrected.id;
    end if;
  end if;
  piece_id := made;
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.refund_by_hand(payment_id uuid, refund_key text, seen_cents bigint, amount_cents bigint)
 RETURNS text
 LANGUAGE sql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select case outcome when 'returned' then 'refunded' when 'repeated' then 'refunded' when 'key_reused' then 'not_refundable'
    else outcome end
  from tenant.return_by_hand(payment_id, refund_key, seen_cents, amount_cents, 'refund') as outcome
$function$

CREATE OR REPLACE FUNCTION tenant.refund_payment(brand uuid, payment uuid, refunded bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform tenant.return_payment(brand, payment, refunded, 'refund');
end $function$

CREATE OR REPLACE FUNCTION tenant.refuse_for_the_forgotten()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  whose uuid;
begin
  execute format('select ($1).%I', tg_argv[0]) into whose using new;
  -- Keys of programs are nobody's.
  if whose is null then
    return new;
  end if;
  perform from users u where u.brand_id = new.brand_id and u.id = whose and u.erased_at is null for key share;
  if not found then
    raise exception 'written by somebody who has been forgotten'
      using errcode = 'foreign_key_violation', table = tg_table_name,
        detail = format('Key (%s)=(%s) is not present in table "users".', tg_argv[0], whose);
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION tenant.refuse_unless_administrator()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() = 'staff' and exists (
    select from users u where u.brand_id = tenant.brand_id() and u.id = tenant.user_id()
      and u.role = 'administrator' and u.disabled_at is null)) is not true then
    raise exception 'an administrator of the laboratory does this' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $function$

CREATE OR REPLACE FUNCTION tenant.refuse_unless_billing()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() = 'laboratory' or tenant.audience() = 'staff' and exists (
    select from users u where u.brand_id = tenant.brand_id() and u.id = tenant.user_id() and u.kind = 'staff'
      and u.role in ('administrator', 'accounting') and u.disabled_at is null)) is not true then
    raise exception 'who does the books does this' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $function$

CREATE OR REPLACE FUNCTION tenant.refuse_unless_laboratory()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() = 'laboratory') is not true then
    raise exception 'the laboratory does this by itself' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $function$

CREATE OR REPLACE FUNCTION tenant.refuse_unless_program()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not tenant.is_program() then
    raise exception 'a program of the laboratory says this' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $function$

CREATE OR REPLACE FUNCTION tenant.refuse_unless_settings()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (tenant.audience() = 'laboratory' or tenant.audience() = 'staff' and exists (
    select from users u where u.brand_id = tenant.brand_id() and u.id = tenant.user_id() and u.kind = 'staff'
      and u.role = 'administrator' and u.disabled_at is null)) is not true then
    raise exception 'an administrator of the laboratory sets this' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $function$

CREATE OR REPLACE FUNCTION tenant.refuse_unless_signed(message text, valid_until bigint, signed bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  is_signed boolean;
begin
  select true into is_signed from tenant.signing_key key
    where key.ends_at > now()
      and sha256(key.outer_pad || sha256(key.inner_pad || convert_to(message, 'UTF8'))) = signed;
  if (is_signed and valid_until >= extract(epoch from clock_timestamp())) is not true then
    raise exception 'opening refused' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $function$

CREATE OR REPLACE FUNCTION tenant.release_holds(brand uuid, payment uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  held uuid[] := (select coalesce(array_agg(h.invoice_id order by h.position), '{}')
    from payment_holds h where h.brand_id = brand and h.payment_id = payment);
begin
  perform from invoices i where i.brand_id = brand and i.id = any(held) order by i.id for no key update;
  update payment_holds h set is_held = false where h.brand_id = brand and h.payment_id = payment and h.is_held;
  return held;
end $function$

CREATE OR REPLACE FUNCTION tenant.remove_old_audit(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  brand uuid := tenant.brand_id();
  head audit_heads;
  line audit_events;
  place bigint;
  last_hash bytea;
  last_at timestamptz;
begin
  perform tenant.refuse_unless_laboratory();
  select * into head from audit_heads h where h.brand_id = brand for update;
  if not found then
    return 0;
  end if;
  place := head.begins_after;
  last_hash := coalesce(head.begins_hash, sha256(convert_to(brand::text, 'UTF8')));
  last_at := head.removed_until;
  for line in
    select * from audit_events e where e.brand_id = brand and e.position > head.begins_after order by e.position limit most
  loop
    exit when line.at >= now() - interval '12 months';
    if (line.position = place + 1 and tenant.audit_hash(last_hash, line) = line.hash) is not true then
      raise exception 'the chain does not hold at line %', place + 1 using errcode = 'data_corrupted';
    end if;
    place := line.position;
    last_hash := line.hash;
    last_at := greatest(last_at, line.at);
  end loop;
  if place = head.begins_after then
    return 0;
  end if;
  delete from audit_events e where e.brand_id = brand and e.position <= place;
  update audit_heads h set begins_after = place, begins_hash = last_hash, removed_until = last_at where h.brand_id = brand;
  return place - head.begins_after;
end $function$

CREATE OR REPLACE FUNCTION tenant.remove_old_patient_names(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  brand uuid := tenant.brand_id();
  before timestamptz;
  found_case uuid;
  removed integer := 0;
begin
  perform tenant.refuse_unless_laboratory();
  select now() - make_interval(months => b.patient_names_kept_months) into before from brands b where b.id = brand;
  for found_case in
    select o.id from orders o
      where o.brand_id = brand and o.patient is not null and o.status in ('delivered', 'invoiced', 'cancelled')
        and o.created_at < before
      limit most for update skip locked
  loop
    perform tenant.erase_patient_name(brand, found_case);
    insert into audit_events (brand_id, kind, request_id, order_id) values (brand, 'patient_name_erased', 'chore', found_case);
    removed := removed + 1;
  end loop;
  for found_case in
    select o.id from orders o
      where o.brand_id = brand and o.patient is null and o.status in ('delivered', 'invoiced', 'cancelled')
        and o.created_at < before
        and o.id in (select f.order_id from former_patient_names f where f.brand_id = brand)
      limit greatest(most - removed, 0) for update skip locked
  loop
    perform tenant.erase_patient_name(brand, found_case);
    insert into audit_events (brand_id, kind, request_id, order_id) values (brand, 'patient_name_erased', 'chore', found_case);
    removed := removed + 1;
  end loop;
  return removed;
end $function$

CREATE OR REPLACE FUNCTION tenant.remove_old_sessions(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  removed integer;
begin
  perform tenant.refuse_unless_laboratory();
  delete from sessions s where s.brand_id = tenant.brand_id() and s.id in (
    select over.id from sessions over
    where over.brand_id = tenant.brand_id() and coalesce(over.ended_at, over.used_at) < now() - interval '90 days'
    limit most for update skip locked);
  get diagnostics removed = row_count;
  return removed;
end $function$

CREATE OR REPLACE FUNCTION tenant.remove_old_statements(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  removed integer;
begin
  perform tenant.refuse_unless_laboratory();
  delete from traceability_statements s
    where s.brand_id = tenant.brand_id() and (s.order_id, s.version) in (
      select over.order_id, over.version from traceability_statements over
      where over.brand_id = tenant.brand_id() and over.kept_until < current_date
      limit most for update skip locked);
  get diagnostics removed = row_count;
  return removed;
end $function$

CREATE OR REPLACE FUNCTION tenant.return_by_hand(payment_id uuid, return_key text, seen_cents bigint, amount_cents bigint, returned_as payment_return)
 RETURNS text
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  paid payments;
  earlier payment_events;
begin
  perform tenant.refuse_unless_billing();
  select * into paid from payments p where p.brand_id = brand and p.id = return_by_hand.payment_id for no key update;
  if paid.id is null then
    return 'not_found';
  end if;
  select * into earlier from payment_events e
    where e.brand_id = brand and e.provider = paid.provider and e.event_id = return_by_hand.return_key;
  if earlier.id is not null then
    -- An event says how much had gone back after it: its own piece is the one that made it so much.
    return case when earlier.payment_id = paid.id and exists (
      select from (
        select i.amount_cents, coalesce(i.returned_as, 'refund') as returned_as,
          sum(i.amount_cents) over (order by i.issued_on, i.number) as until_cents
        from invoices i where i.brand_id = brand and i.payment_id = paid.id and i.amount_cents > 0) back
      where back.until_cents = earlier.amount_cents and back.amount_cents = return_by_hand.amount_cents
        and back.returned_as = return_by_hand.returned_as) then 'repeated' else 'key_reused' end;
  elsif paid.provider not in ('manual', 'bank') or paid.status <> 'succeeded' or paid.refunded_cents <> seen_cents
    or return_by_hand.amount_cents not between 1 and paid.amount_cents - paid.refunded_cents then
    return 'not_refundable';
  end if;
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (brand, paid.practice_id, paid.id, paid.provider, return_by_hand.return_key, 'refunded',
      paid.refunded_cents + return_by_hand.amount_cents, 'EUR', 'applied');
  perform tenant.return_payment(brand, paid.id, return_by_hand.amount_cents, return_by_hand.returned_as);
  return 'returned';
end $function$

CREATE OR REPLACE FUNCTION tenant.return_payment(brand uuid, payment uuid, returned bigint, returned_as payment_return)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  receipt invoices;
  back uuid;
  paid record;
  missing bigint;
  reopened uuid[] := '{}';
  taken_back record;
begin
  select * into strict receipt from invoices
    where brand_id = brand and payment_id = payment and amount_cents < 0;
  perform from invoices i
    where i.brand_id = brand and (i.id = receipt.id or i.id in (
      select a.debit_id from allocations a where a.brand_id = brand and a.credit_id = receipt.id)
      or i.type in ('credit', 'initialBalance') and i.corrects_id in (
      select a.debit_id from allocations a where a.brand_id = brand and a.credit_id = receipt.id))
    order by i.id for no key update;
  select * into strict receipt from invoices where brand_id = brand and id = receipt.id;
  update payments set refunded_cents = refunded_cents + returned,
      status = case when refunded_cents + returned = amount_cents then 'refunded' else status end
    where brand_id = brand and id = payment;
  missing := returned + receipt.due_cents;
  for paid in
    with taken as (
      select a.debit_id, sum(a.cents) as cents, max(a.id) as latest from allocations a
      join invoices i on i.brand_id = a.brand_id and i.id = a.debit_id and i.type <> 'paiement'
      where a.brand_id = brand and a.credit_id = receipt.id
      group by a.debit_id having sum(a.cents) > 0
    ), split as (
      select taken.*, least(taken.cents, coalesce((
        select sum(-c.due_cents) from invoices c
        where c.brand_id = brand and c.corrects_id = taken.debit_id and c.type in ('credit', 'initialBalance')
          and c.due_cents < 0), 0)) as credited
      from taken
    )
    select split.debit_id, part.cents from split
    cross join lateral (values (1, split.credited), (2, split.cents - split.credited)) part (turn, cents)
    where part.cents > 0 order by part.turn, split.latest desc
  loop
    exit when missing <= 0;
    insert into allocations (brand_id, practice_id, credit_id, debit_id, cents, created_by)
      values (brand, receipt.practice_id, receipt.id, paid.debit_id, -least(missing, paid.cents), tenant.user_id());
    missing := missing - least(missing, paid.cents);
    reopened := reopened || paid.debit_id;
  end loop;
  insert into invoices (brand_id, practice_id, type, amount_cents, payment_id, corrects_id, created_by, returned_as)
    values (brand, receipt.practice_id, 'paiement', returned, payment, receipt.id, tenant.user_id(), return_payment.returned_as)
    returning id into back;
  insert into allocations (brand_id, practice_id, credit_id, debit_id, cents, created_by)
    values (brand, receipt.practice_id, receipt.id, back, returned, tenant.user_id());
  -- What was taken off an invoice is not due again by it: nobody is asked for it a second time. Locked as it is read: one that was issued
  -- since the others were locked may be set against something else at this moment.
  for taken_back in
    select i.id, i.corrects_id, -i.due_cents as cents from invoices i
    where i.brand_id = brand and i.type in ('credit', 'initialBalance') and i.corrects_id = any(reopened) and i.due_cents < 0
    order by i.issued_on, i.number, i.id for no key update
  loop
    perform tenant.allocate(brand, taken_back.id, array[taken_back.corrects_id], taken_back.cents);
  end loop;
end $function$

CREATE OR REPLACE FUNCTION tenant.seal_audit()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  brand uuid := tenant.brand_id();
  head public.audit_heads;
  line public.audit_events;
  sealed integer := 0;
begin
  if brand is null then
    raise exception 'no laboratory is open' using errcode = 'insufficient_privilege';
  end if;
  insert into public.audit_heads (brand_id, position, hash)
    values (brand, 0, sha256(convert_to(brand::text, 'UTF8'))) on conflict do nothing;
  select * into strict head from public.audit_heads h where h.brand_id = brand for update;
  for line in
    select * from public.audit_events e where e.brand_id = brand and e.position is null order by e.id limit 2000
  loop
    head.position := head.position + 1;
    line.position := head.position;
    head.hash := tenant.audit_hash(head.hash, line);
    update public.audit_events e set position = head.position, hash = head.hash
      where e.brand_id = brand and e.id = line.id;
    sealed := sealed + 1;
  end loop;
  update public.audit_heads h set position = head.position, hash = head.hash where h.brand_id = brand and sealed > 0;
  return sealed;
end $function$

CREATE OR REPLACE FUNCTION tenant.sees_invoices()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN ((tenant.audience() = ANY (ARRAY['staff'::text, 'laboratory'::text])) OR (EXISTS (SELECT FROM users u WHERE ((u.brand_id = tenant.brand_id()) AND (u.id = tenant.user_id()) AND (u.kind = 'practice'::user_kind) AND (NOT u.is_practice_doctor)))))

CREATE OR REPLACE FUNCTION tenant.set_against(credit uuid, invoice_ids uuid[])
 RETURNS TABLE(refusal text, left_cents bigint)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(invoice_ids) as id);
  there integer;
  open_credit invoices;
begin
  perform tenant.refuse_unless_billing();
  perform from invoices i where i.brand_id = brand and (i.id = set_against.credit or i.id = any(asked))
    order by i.id for no key update;
  select * into open_credit from invoices i where i.brand_id = brand and i.id = set_against.credit;
  select count(*) into there from invoices i
    where i.brand_id = brand and i.practice_id = open_credit.practice_id and i.id = any(asked);
  refusal := case
    when open_credit.id is null or there < cardinality(asked) or there = 0 then 'not_found'
    when open_credit.due_cents >= 0 or exists (
      select from invoices i where i.brand_id = brand and i.id = any(asked)
        and (i.type not in ('invoice', 'initialBalance') or i.due_cents <= i.pending_cents)) then 'nothing_open'
  end;
  if refusal is null then
    left_cents := tenant.allocate(brand, open_credit.id, asked, -open_credit.due_cents);
  end if;
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.set_context(brand uuid, practice uuid, account uuid)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN tenant.set_context(brand, practice, account, CASE WHEN (practice IS NOT NULL) THEN 'practice'::text WHEN (account IS NULL) THEN 'laboratory'::text ELSE NULL::text END)

CREATE OR REPLACE FUNCTION tenant.set_context(brand uuid, practice uuid, account uuid, audience text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  claims text := concat_ws('/', brand, coalesce(practice::text, ''), coalesce(account::text, ''), coalesce(audience, ''));
  message bytea := convert_to('context/' || claims, 'UTF8') || int4send(pg_backend_pid()) || timestamptz_send(now());
  inner_key bytea;
  outer_key bytea;
begin
  select inner_pad, outer_pad into inner_key, outer_key from tenant.signing_key where ends_at = 'infinity';
  return set_config(
    'tenant.context', claims || '/' || encode(sha256(outer_key || sha256(inner_key || message)), 'hex'), true);
end $function$

CREATE OR REPLACE FUNCTION tenant.set_price(order_id uuid, case_sequence smallint, price_cents bigint, vat vat_category)
 RETURNS text
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  priced orders;
  before bigint;
begin
  perform tenant.refuse_unless_billing();
  select * into priced from orders o where o.brand_id = brand and o.id = set_price.order_id for no key update;
  if priced.id is null or not exists (select from order_products l where l.brand_id = brand and l.order_id = priced.id
    and l.case_sequence = set_price.case_sequence) then
    return 'not_found';
  end if;
  if is_billed(brand, priced.id) or priced.status = 'invoiced' and not is_credited(brand, priced.id) then
    return 'billed_already';
  end if;
  -- What is free has a price in the catalogue and costs nothing.
  select case when l.net_cents = 0 then 0 else l.unit_price_cents end into before
    from billable_lines(brand, array[priced.id], 0) l where l.case_sequence = set_price.case_sequence;
  update order_products l set own_price_cents = set_price.price_cents, own_vat = set_price.vat
    where l.brand_id = brand and l.order_id = priced.id and l.case_sequence = set_price.case_sequence;
  if before is distinct from set_price.price_cents then
    insert into set_prices (brand_id, order_id, case_sequence, set_by, from_cents, cents)
      values (brand, priced.id, set_price.case_sequence, tenant.user_id(), before, set_price.price_cents);
  end if;
  return 'set';
end $function$

CREATE OR REPLACE FUNCTION tenant.settle_payment(brand uuid, payment uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  debits uuid[] := tenant.release_holds(brand, payment);
  paid payments;
  receipt uuid;
begin
  update payments set status = 'succeeded', settled_at = now(), failed_at = null
    where brand_id = brand and id = payment returning * into strict paid;
  insert into invoices (brand_id, practice_id, type, amount_cents, payment_id, created_by)
    values (brand, paid.practice_id, 'paiement', -paid.amount_cents, payment, tenant.user_id()) returning id into receipt;
  perform tenant.allocate(brand, receipt, debits, paid.amount_cents);
  return receipt;
end $function$

CREATE OR REPLACE FUNCTION tenant.spend_credit(invoice_ids uuid[])
 RETURNS TABLE(refusal text, spent_cents bigint)
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  practice uuid := tenant.practice_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(invoice_ids) as id);
  held uuid[];
  there integer;
  payable integer;
  in_favour record;
begin
  if (tenant.audience() = 'practice' and tenant.sees_invoices()) is not true then
    raise exception 'a practice spends its credit' using errcode = 'insufficient_privilege';
  end if;
  with locked as (
    select i.id from invoices i where i.brand_id = brand and i.practice_id = practice and (i.due_cents < 0 or i.id = any(asked))
      order by i.id for no key update)
  select coalesce(array_agg(id), '{}') into held from locked;
  select count(*), count(*) filter (where i.status in ('payable', 'validated')
      and i.type in ('invoice', 'initialBalance') and i.due_cents > i.pending_cents)
    into there, payable
    from invoices i where i.brand_id = brand and i.practice_id = practice and i.id = any(asked) and i.id = any(held);
  spent_cents := 0;
  if there = 0 or there < cardinality(asked) then
    refusal := 'not_found';
  elsif payable = there then
    for in_favour in
      select i.id, -i.due_cents as cents from invoices i
      where i.brand_id = brand and i.practice_id = practice and i.due_cents < 0 and i.id = any(held) and not exists (
        select from payments p where p.brand_id = brand and p.id = i.payment_id and p.disputed_at is not null)
      order by i.issued_on, i.number, i.id
    loop
      spent_cents := spent_cents + in_favour.cents - tenant.allocate(brand, in_favour.id, asked, in_favour.cents);
    end loop;
  end if;
  if refusal is null and spent_cents = 0 then
    refusal := 'nothing_open';
  end if;
  return next;
end $function$

CREATE OR REPLACE FUNCTION tenant.staff_second_factors()
 RETURNS TABLE(user_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
begin
  if tenant.audience() is distinct from 'staff' then
    raise exception 'not of the staff' using errcode = 'insufficient_privilege';
  end if;
  perform tenant.set_context(brand, null, null);
  return query
    select a.user_id from authenticators a
      join users u on u.brand_id = a.brand_id and u.id = a.user_id and u.kind = 'staff'
      where a.brand_id = brand and a.confirmed_at is not null;
  perform set_config('tenant.context', coalesce(context, ''), true);
end $function$

CREATE OR REPLACE FUNCTION tenant.staff_sign_ins()
 RETURNS TABLE(user_id uuid, at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  if tenant.audience() is distinct from 'staff' then
    raise exception 'not of the staff' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('tenant.opening', tenant.brand_id()::text, true);
  return query
    select s.user_id, max(s.created_at) from sessions s
      join users u on u.brand_id = s.brand_id and u.id = s.user_id and u.kind = 'staff'
      where s.brand_id = tenant.brand_id() group by s.user_id;
  perform set_config('tenant.opening', '', true);
end $function$

CREATE OR REPLACE FUNCTION tenant.take_back_case(import uuid, imported uuid)
 RETURNS void
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
begin
  perform tenant.refuse_unless_settings();
  if not exists (
    select from imports i where i.brand_id = brand and i.id = import and i.state = 'applied'
      and i.applied_at > now() - interval '24 hours') then
    return;
  end if;
  perform tenant.set_context(brand, null, null);
  -- Whoever takes it a step further in this moment has done so before it is looked at.
  perform from orders o where o.brand_id = brand and o.id = imported and o.import_id = import for update;
  if found and (select count(*) from order_events e where e.brand_id = brand and e.order_id = imported) = 1 then
    begin
      delete from order_events e where e.brand_id = brand and e.order_id = imported;
      delete from order_products p where p.brand_id = brand and p.order_id = imported;
      delete from orders o where o.brand_id = brand and o.id = imported;
    exception when foreign_key_violation then
      null;
    end;
  end if;
  perform set_config('tenant.context', coalesce(context, ''), true);
end $function$

CREATE OR REPLACE FUNCTION tenant.take_back_payment(external_id text, returned_as payment_return)
 RETURNS text
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  paid payments;
begin
  perform tenant.refuse_unless_program();
  select p.* into paid from program_payments n
    join payments p on p.brand_id = n.brand_id and p.id = n.payment_id
    where n.brand_id = brand and n.program_id = tenant.user_id() and n.external_id = take_back_payment.external_id
    for no key update of p;
  if paid.id is null then
    return 'unknown_here';
  end if;
  if paid.status <> 'succeeded' then
    return 'taken_back_already';
  end if;
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (brand, paid.practice_id, paid.id, paid.provider, 'program/' || gen_random_uuid(), 'refunded', paid.amount_cents,
      'EUR', 'applied');
  perform tenant.return_payment(brand, paid.id, paid.amount_cents - paid.refunded_cents, take_back_payment.returned_as);
  return 'taken_back';
end $function$

CREATE OR REPLACE FUNCTION tenant.take_back_practice(import uuid, practice uuid)
 RETURNS void
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  person uuid;
begin
  perform tenant.refuse_unless_settings();
  if not exists (
    select from imports i where i.brand_id = brand and i.id = import and i.state = 'applied'
      and i.applied_at > now() - interval '24 hours') then
    return;
  end if;
  perform tenant.set_context(brand, null, null);
  -- Whoever chooses a password in this moment has done so before it is looked at.
  for person in
    select u.id from users u
    where u.brand_id = brand and u.practice_id = practice and u.import_id = import and u.password_hash is null
    order by u.id for update
  loop
    begin
      delete from password_links where brand_id = brand and user_id = person;
      delete from notices where brand_id = brand and user_id = person;
      delete from notice_choices where brand_id = brand and user_id = person;
      delete from notice_digests where brand_id = brand and user_id = person;
      delete from users where brand_id = brand and id = person;
    exception when foreign_key_violation then
      null;
    end;
  end loop;
  begin
    delete from practice_price_lists l where l.brand_id = brand and l.practice_id = practice and l.is_beginning
      and exists (select from practices p where p.brand_id = brand and p.id = practice and p.import_id = import);
    delete from practices p where p.brand_id = brand and p.id = practice and p.import_id = import;
  exception when foreign_key_violation then
    null;
  end;
  perform set_config('tenant.context', coalesce(context, ''), true);
end $function$

CREATE OR REPLACE FUNCTION tenant.take_second_factor_away(account uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  ended uuid[];
begin
  if (tenant.audience() = 'laboratory' or tenant.audience() = 'staff' and account <> tenant.user_id() and exists (
    select from users administrator
    where administrator.brand_id = brand and administrator.id = tenant.user_id()
      and administrator.role = 'administrator' and administrator.disabled_at is null)) is not true then
    raise exception 'another administrator of the laboratory does this' using errcode = 'insufficient_privilege';
  end if;
  perform tenant.set_context(brand, null, null);
  delete from authenticators a where a.brand_id = brand and a.user_id = account;
  if found then
    with over as (
      update sessions s set ended_at = now(), ended_because = 'second_factor_changed'
        where s.brand_id = brand and s.user_id = account and s.ended_at is null
        returning s.id)
    select coalesce(array_agg(over.id), '{}') into ended from over;
  end if;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return ended;
end $function$

CREATE OR REPLACE FUNCTION tenant.user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED
RETURN (tenant.claims()).user_id

CREATE OR REPLACE FUNCTION tenant.withdraw_invitation(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
begin
  -- Whoever chooses a password in this moment has done so before it is looked at.
  perform from users where brand_id = brand and id = person for update;
  if tenant.may_change_invitation(person) is not true then
    raise exception 'an administrator or manager withdraws what nobody has followed'
      using errcode = 'insufficient_privilege', constraint = 'users__invited', table = 'users';
  end if;
  perform tenant.set_context(brand, null, null);
  delete from password_links where brand_id = brand and user_id = person;
  delete from notices where brand_id = brand and user_id = person;
  delete from notice_choices where brand_id = brand and user_id = person;
  delete from notice_digests where brand_id = brand and user_id = person;
  delete from users where brand_id = brand and id = person;
  perform set_config('tenant.context', coalesce(context, ''), true);
end $function$

CREATE OR REPLACE FUNCTION tenant.withdraw_payment(payment_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
begin
  if (tenant.audience() = 'practice' and tenant.sees_invoices()) is not true then
    perform tenant.refuse_unless_billing();
  end if;
  perform from payments p
    where p.brand_id = brand and p.id = withdraw_payment.payment_id and p.mode = 'transfer' and p.status = 'pending'
    for no key update;
  if not found then
    return false;
  end if;
  perform tenant.release_holds(brand, withdraw_payment.payment_id);
  update payments p set status = 'failed', failed_at = now() where p.brand_id = brand and p.id = withdraw_payment.payment_id;
  return true;
end $function$


-- Triggers

CREATE TRIGGER tell_change AFTER INSERT OR DELETE ON public.absences FOR EACH ROW EXECUTE FUNCTION tell_change('absences')
CREATE TRIGGER tell_closure AFTER INSERT ON public.absences FOR EACH ROW WHEN ((NOT new.is_delivery_possible)) EXECUTE FUNCTION tell_change('closures')
CREATE TRIGGER tell_closure_edited AFTER UPDATE ON public.absences FOR EACH ROW EXECUTE FUNCTION tell_change('closures')
CREATE TRIGGER tell_closure_gone AFTER DELETE ON public.absences FOR EACH ROW WHEN ((NOT old.is_delivery_possible)) EXECUTE FUNCTION tell_change('closures')
CREATE TRIGGER tell_edited AFTER UPDATE ON public.absences FOR EACH ROW EXECUTE FUNCTION tell_change('absences')
CREATE TRIGGER decided_once BEFORE DELETE ON public.account_change_fields FOR EACH ROW WHEN ((old.state <> 'pending'::account_change_state)) EXECUTE FUNCTION account_change_decided_once()
CREATE TRIGGER decided_once BEFORE UPDATE ON public.account_changes FOR EACH ROW WHEN ((old.state <> 'pending'::account_change_state)) EXECUTE FUNCTION account_change_decided_once()
CREATE TRIGGER tell_change AFTER INSERT OR UPDATE ON public.account_changes FOR EACH ROW EXECUTE FUNCTION tell_change('account')
CREATE TRIGGER withdrawn_by_whom_may BEFORE INSERT OR UPDATE ON public.account_changes FOR EACH ROW WHEN (((new.state = 'withdrawn'::account_change_state) AND (new.decided_by IS DISTINCT FROM new.requested_by))) EXECUTE FUNCTION withdrawn_by_whom_may()
CREATE TRIGGER only_grows BEFORE DELETE OR UPDATE ON public.allocations FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()
CREATE TRIGGER settles AFTER INSERT ON public.allocations FOR EACH ROW EXECUTE FUNCTION allocation_settles()
CREATE TRIGGER has_sender BEFORE INSERT ON public.attachments FOR EACH ROW EXECUTE FUNCTION attachment_has_sender()
CREATE TRIGGER stays BEFORE UPDATE OF state, sha256 ON public.attachments FOR EACH ROW EXECUTE FUNCTION attachment_stays()
CREATE TRIGGER tell_change AFTER UPDATE ON public.attachments FOR EACH ROW WHEN ((new.state IS DISTINCT FROM old.state)) EXECUTE FUNCTION tell_change('attachments')
CREATE TRIGGER tell_of_file AFTER UPDATE OF state ON public.attachments FOR EACH ROW WHEN ((new.of_laboratory AND (new.order_id IS NOT NULL) AND (new.hand_over_id IS NULL) AND (new.state = 'ready'::attachment_state) AND (old.state <> 'ready'::attachment_state) AND (current_setting('changes.quiet'::text, true) IS DISTINCT FROM 'on'::text))) EXECUTE FUNCTION tell_of_file()
CREATE TRIGGER tell_role AFTER UPDATE OF role ON public.attachments FOR EACH ROW WHEN ((new.role IS DISTINCT FROM old.role)) EXECUTE FUNCTION tell_change('attachments')
CREATE TRIGGER done BEFORE UPDATE ON public.billing_run_practices FOR EACH ROW WHEN (((old.state = 'waiting'::billing_run_state) AND (new.state = 'done'::billing_run_state))) EXECUTE FUNCTION run_practice_done()
CREATE TRIGGER change_alone BEFORE INSERT OR UPDATE ON public.billing_settings FOR EACH ROW EXECUTE FUNCTION tenant.change_billing_settings_alone()
CREATE TRIGGER tell_laboratory AFTER INSERT OR DELETE OR UPDATE ON public.brand_images FOR EACH ROW EXECUTE FUNCTION tell_laboratory('brand')
CREATE TRIGGER demanded_by_administrator BEFORE UPDATE OF staff_need_second_factor ON public.brands FOR EACH ROW EXECUTE FUNCTION refuse_unless_demanded_by_administrator()
CREATE TRIGGER tell_end AFTER UPDATE OF disabled_at ON public.brands FOR EACH ROW WHEN (((old.disabled_at IS NULL) AND (new.disabled_at IS NOT NULL))) EXECUTE FUNCTION tell_end('laboratory')
CREATE TRIGGER tell_end_of_demand AFTER UPDATE OF staff_need_second_factor ON public.brands FOR EACH ROW WHEN ((new.staff_need_second_factor AND (NOT old.staff_need_second_factor))) EXECUTE FUNCTION tell_end('laboratory')
CREATE TRIGGER tell_of_brand AFTER UPDATE OF company_name, client_service_phone, address, postal_code, city, primary_color, primary_foreground_color, secondary_color, secondary_foreground_color, card_foreground_color, ring_color, border_color, delivery_time_information ON public.brands FOR EACH ROW EXECUTE FUNCTION tell_laboratory('brand')
CREATE TRIGGER tell_of_calendar AFTER UPDATE OF working_days, physical_transport_days, appointment_buffer_days, pickup_am_cutoff_days, pickup_am_cutoff, pickup_pm_cutoff_days, pickup_pm_cutoff ON public.brands FOR EACH ROW EXECUTE FUNCTION tell_laboratory('closures')
CREATE TRIGGER tell_of_capacity AFTER UPDATE OF counts_capacity ON public.brands FOR EACH ROW EXECUTE FUNCTION tell_laboratory('closures')
CREATE TRIGGER tell_of_widget AFTER UPDATE OF feedback_widget_url ON public.brands FOR EACH ROW EXECUTE FUNCTION tell_laboratory('brand')
CREATE TRIGGER not_for_the_forgotten BEFORE INSERT ON public.calendar_feeds FOR EACH ROW EXECUTE FUNCTION tenant.refuse_for_the_forgotten('user_id')
CREATE TRIGGER tell_laboratory AFTER INSERT OR DELETE ON public.capacity_days FOR EACH ROW EXECUTE FUNCTION tell_laboratory('closures')
CREATE TRIGGER tell_laboratory AFTER INSERT OR DELETE ON public.capacity_weekdays FOR EACH ROW EXECUTE FUNCTION tell_laboratory('closures')
CREATE TRIGGER not_for_the_forgotten BEFORE INSERT ON public.case_views FOR EACH ROW EXECUTE FUNCTION tenant.refuse_for_the_forgotten('user_id')
CREATE TRIGGER tell_views AFTER INSERT OR DELETE OR UPDATE ON public.case_views FOR EACH ROW EXECUTE FUNCTION tell_unread('views')
CREATE TRIGGER decides AFTER INSERT ON public.complaint_decisions FOR EACH ROW EXECUTE FUNCTION problem_is_decided()
CREATE TRIGGER tell_change AFTER INSERT ON public.complaint_decisions FOR EACH ROW EXECUTE FUNCTION tell_change('sheets')
CREATE TRIGGER only_grows BEFORE DELETE OR UPDATE ON public.document_logos FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()
CREATE TRIGGER decided_once BEFORE UPDATE OF state, decided_by, decided_at, reason ON public.erasure_requests FOR EACH ROW EXECUTE FUNCTION erasure_decided_once()
CREATE TRIGGER tell_change AFTER INSERT OR UPDATE ON public.erasure_requests FOR EACH ROW EXECUTE FUNCTION tell_change('account')
CREATE TRIGGER not_for_the_forgotten BEFORE INSERT ON public.feedback FOR EACH ROW EXECUTE FUNCTION tenant.refuse_for_the_forgotten('author_id')
CREATE TRIGGER tell_change AFTER INSERT ON public.hand_overs FOR EACH ROW EXECUTE FUNCTION tell_change('orders')
CREATE TRIGGER tell_laboratory AFTER INSERT OR DELETE ON public.holidays FOR EACH ROW EXECUTE FUNCTION tell_laboratory('closures')
CREATE TRIGGER not_for_the_forgotten BEFORE INSERT ON public.idempotency_keys FOR EACH ROW EXECUTE FUNCTION tenant.refuse_for_the_forgotten('user_id')
CREATE TRIGGER what_is_named AFTER INSERT ON public.idempotency_keys FOR EACH ROW WHEN ((new.about IS NOT NULL)) EXECUTE FUNCTION note_what_is_named()
CREATE TRIGGER goes_forward BEFORE UPDATE ON public.imports FOR EACH ROW EXECUTE FUNCTION import_goes_forward()
CREATE TRIGGER kept BEFORE UPDATE ON public.invoice_documents FOR EACH ROW EXECUTE FUNCTION invoice_document_kept()
CREATE TRIGGER only_grows BEFORE DELETE ON public.invoice_documents FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()
CREATE TRIGGER only_grows BEFORE DELETE OR UPDATE ON public.invoice_lines FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()
CREATE TRIGGER sum_up AFTER INSERT ON public.invoice_lines REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION invoice_lines_sum_up()
CREATE TRIGGER only_grows BEFORE DELETE OR UPDATE ON public.invoice_parties FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()
CREATE TRIGGER only_grows BEFORE DELETE OR UPDATE ON public.invoice_reminders FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()
CREATE TRIGGER only_grows BEFORE DELETE OR UPDATE ON public.invoice_taxes FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()
CREATE TRIGGER reckoned AFTER INSERT ON public.invoice_taxes REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION invoice_taxes_reckoned()
CREATE TRIGGER sum_up AFTER INSERT ON public.invoice_taxes REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION invoice_taxes_sum_up()
CREATE TRIGGER documents_begun AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION documents_begun()
CREATE TRIGGER kept BEFORE UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION invoice_kept()
CREATE TRIGGER numbered BEFORE INSERT ON public.invoices FOR EACH ROW EXECUTE FUNCTION invoice_numbered()
CREATE CONSTRAINT TRIGGER sums_up AFTER INSERT ON public.invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.type = ANY (ARRAY['invoice'::invoice_type, 'pro_forma'::invoice_type, 'credit'::invoice_type]))) EXECUTE FUNCTION invoice_sums_up()
CREATE TRIGGER tell_change AFTER INSERT OR UPDATE ON public.invoices FOR EACH ROW WHEN ((current_setting('changes.quiet'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION tell_change('invoices')
CREATE TRIGGER tell_of_pieces AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS made FOR EACH STATEMENT WHEN ((current_setting('changes.quiet'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION tell_of_pieces()
CREATE TRIGGER tell_of_pro_forma_again AFTER UPDATE OF decision ON public.invoices FOR EACH ROW WHEN (((old.type = 'pro_forma'::invoice_type) AND (old.decision = 'in_validation'::invoice_decision) AND (new.decision = 'to_validate'::invoice_decision) AND (current_setting('changes.quiet'::text, true) IS DISTINCT FROM 'on'::text))) EXECUTE FUNCTION tell_of_pro_forma_again()
CREATE TRIGGER z_derived BEFORE INSERT OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION invoice_derived()
CREATE TRIGGER checked_once BEFORE UPDATE OF checked_by, checked_by_name, checked_at ON public.material_lots FOR EACH ROW WHEN ((old.checked_at IS NOT NULL)) EXECUTE FUNCTION lot_checked_once()
CREATE TRIGGER tell_change AFTER INSERT OR UPDATE ON public.material_lots FOR EACH ROW EXECUTE FUNCTION tell_laboratory('sheets')
CREATE TRIGGER tell_change AFTER INSERT OR UPDATE ON public.materials FOR EACH ROW EXECUTE FUNCTION tell_laboratory('sheets')
CREATE CONSTRAINT TRIGGER is_gone AFTER INSERT ON public.merged_practices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION merged_practice_is_gone()
CREATE TRIGGER program_follows AFTER INSERT ON public.merged_practices FOR EACH ROW EXECUTE FUNCTION program_follows_practice()
CREATE TRIGGER not_for_the_forgotten BEFORE INSERT ON public.order_drafts FOR EACH ROW EXECUTE FUNCTION tenant.refuse_for_the_forgotten('user_id')
CREATE TRIGGER tell_draft_line AFTER UPDATE ON public.order_drafts FOR EACH ROW WHEN (((((old.content -> 'patientCode'::text) IS DISTINCT FROM (new.content -> 'patientCode'::text)) OR ((old.content -> 'patient'::text) IS DISTINCT FROM (new.content -> 'patient'::text))) OR ((old.content -> 'products'::text) IS DISTINCT FROM (new.content -> 'products'::text)))) EXECUTE FUNCTION tell_unread('drafts')
CREATE TRIGGER tell_drafts AFTER INSERT OR DELETE ON public.order_drafts FOR EACH ROW EXECUTE FUNCTION tell_unread('drafts')
CREATE TRIGGER is_of_its_kind BEFORE INSERT ON public.order_events FOR EACH ROW EXECUTE FUNCTION order_event_is_of_its_kind()
CREATE TRIGGER keep_pace BEFORE INSERT ON public.order_events FOR EACH ROW EXECUTE FUNCTION order_events_keep_pace()
CREATE TRIGGER mark_figures AFTER INSERT ON public.order_events FOR EACH ROW WHEN (((new.status = ANY (ARRAY['delivered'::order_status, 'shipped'::order_status, 'on_hold'::order_status])) OR (new.takes_back IS NOT NULL))) EXECUTE FUNCTION event_marks_figures()
CREATE TRIGGER mark_figures_anew AFTER UPDATE OF status, at, sequence, takes_back ON public.order_events FOR EACH ROW EXECUTE FUNCTION event_marks_figures()
CREATE TRIGGER mark_figures_gone AFTER DELETE ON public.order_events FOR EACH ROW EXECUTE FUNCTION event_marks_figures()
CREATE TRIGGER no_endless_program BEFORE INSERT ON public.order_events FOR EACH ROW EXECUTE FUNCTION refuse_endless_program()
CREATE TRIGGER taken_back BEFORE INSERT ON public.order_events FOR EACH ROW WHEN ((new.takes_back IS NOT NULL)) EXECUTE FUNCTION delivery_taken_back()
CREATE TRIGGER no_talkative_program BEFORE INSERT ON public.order_messages FOR EACH ROW EXECUTE FUNCTION refuse_talkative_program()
CREATE TRIGGER tell_change AFTER INSERT ON public.order_messages FOR EACH ROW EXECUTE FUNCTION tell_change('orders')
CREATE TRIGGER tell_of_message AFTER INSERT ON public.order_messages FOR EACH ROW WHEN ((current_setting('changes.quiet'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION tell_of_message()
CREATE TRIGGER decided_by_nobody_yet BEFORE INSERT ON public.order_problems FOR EACH ROW WHEN (new.is_decided) EXECUTE FUNCTION problem_has_no_decision_yet()
CREATE TRIGGER goes_on BEFORE UPDATE OF answered_by, answered_at, put_right_on, remake_id, settled_by, settled_at ON public.order_problems FOR EACH ROW EXECUTE FUNCTION problem_goes_on()
CREATE TRIGGER marks_its_case AFTER INSERT OR UPDATE OF answered_at, settled_at ON public.order_problems FOR EACH ROW EXECUTE FUNCTION order_has_problem()
CREATE TRIGGER names_teeth_of_its_case BEFORE INSERT ON public.order_problems FOR EACH ROW WHEN ((new.teeth <> '{}'::tooth[])) EXECUTE FUNCTION problem_names_teeth_of_its_case()
CREATE TRIGGER tell_answer AFTER UPDATE ON public.order_problems FOR EACH ROW WHEN ((old.is_decided = new.is_decided)) EXECUTE FUNCTION tell_change('orders')
CREATE TRIGGER tell_change AFTER INSERT ON public.order_problems FOR EACH ROW EXECUTE FUNCTION tell_change('orders')
CREATE TRIGGER tell_of_answer AFTER UPDATE OF answered_at ON public.order_problems FOR EACH ROW EXECUTE FUNCTION tell_of_answer()
CREATE TRIGGER tell_of_noted AFTER INSERT ON public.order_problems FOR EACH ROW WHEN ((tenant.audience() = 'staff'::text)) EXECUTE FUNCTION tell_of_answer()
CREATE TRIGGER tell_change AFTER INSERT OR DELETE ON public.order_product_materials FOR EACH ROW WHEN ((current_setting('changes.quiet'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION tell_change('sheets')
CREATE TRIGGER to_sign_again AFTER INSERT OR DELETE ON public.order_product_materials FOR EACH ROW EXECUTE FUNCTION order_is_to_sign_again()
CREATE TRIGGER usable BEFORE INSERT ON public.order_product_materials FOR EACH ROW WHEN ((new.lot_id IS NOT NULL)) EXECUTE FUNCTION material_is_usable()
CREATE TRIGGER can_change BEFORE UPDATE OF quantity, shade, complementary_shade, teeth, pontics, sector ON public.order_products FOR EACH ROW EXECUTE FUNCTION order_product_can_change()
CREATE TRIGGER changed BEFORE UPDATE OF quantity, shade, complementary_shade, teeth, pontics, sector ON public.order_products FOR EACH ROW WHEN (((((((old.quantity IS DISTINCT FROM new.quantity) OR (old.shade IS DISTINCT FROM new.shade)) OR (old.complementary_shade IS DISTINCT FROM new.complementary_shade)) OR (old.teeth IS DISTINCT FROM new.teeth)) OR (old.pontics IS DISTINCT FROM new.pontics)) OR (old.sector IS DISTINCT FROM new.sector))) EXECUTE FUNCTION order_product_changed()
CREATE TRIGGER costs AFTER UPDATE OF quantity, own_price_cents ON public.order_products FOR EACH ROW WHEN (((old.quantity IS DISTINCT FROM new.quantity) OR (old.own_price_cents IS DISTINCT FROM new.own_price_cents))) EXECUTE FUNCTION order_product_costs()
CREATE TRIGGER costs_added AFTER INSERT ON public.order_products REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION order_products_cost()
CREATE TRIGGER listed BEFORE INSERT ON public.order_products FOR EACH ROW EXECUTE FUNCTION order_product_is_listed()
CREATE TRIGGER mark_figures AFTER INSERT OR DELETE ON public.order_products FOR EACH ROW EXECUTE FUNCTION product_marks_figures()
CREATE TRIGGER mark_figures_anew AFTER UPDATE OF reference, label_fr, label_en ON public.order_products FOR EACH ROW EXECUTE FUNCTION product_marks_figures()
CREATE TRIGGER to_sign_again AFTER UPDATE OF quantity, shade, complementary_shade, teeth, pontics, sector ON public.order_products FOR EACH ROW WHEN (((((((old.quantity IS DISTINCT FROM new.quantity) OR (old.shade IS DISTINCT FROM new.shade)) OR (old.complementary_shade IS DISTINCT FROM new.complementary_shade)) OR (old.teeth IS DISTINCT FROM new.teeth)) OR (old.pontics IS DISTINCT FROM new.pontics)) OR (old.sector IS DISTINCT FROM new.sector))) EXECUTE FUNCTION order_is_to_sign_again()
CREATE TRIGGER case_asked AFTER INSERT ON public.order_requests FOR EACH ROW EXECUTE FUNCTION case_asked()
CREATE TRIGGER decided_once BEFORE UPDATE OF state, granted_on, decided_by, decided_at ON public.order_requests FOR EACH ROW EXECUTE FUNCTION request_decided_once()
CREATE TRIGGER tell_change AFTER INSERT OR UPDATE ON public.order_requests FOR EACH ROW EXECUTE FUNCTION tell_change('orders')
CREATE TRIGGER tell_of_answer AFTER UPDATE OF state ON public.order_requests FOR EACH ROW WHEN ((new.state = ANY (ARRAY['granted'::request_state, 'refused'::request_state]))) EXECUTE FUNCTION tell_of_answer()
CREATE TRIGGER to_sign_again AFTER INSERT OR DELETE ON public.order_subcontractors FOR EACH ROW EXECUTE FUNCTION order_is_to_sign_again()
CREATE TRIGGER can_change BEFORE UPDATE OF wished_on, appointment_at, comment, total_cents, summary_fr, summary_en ON public.orders FOR EACH ROW EXECUTE FUNCTION order_can_change()
CREATE TRIGGER costs BEFORE UPDATE OF total_cents ON public.orders FOR EACH ROW EXECUTE FUNCTION order_costs()
CREATE TRIGGER costs_nothing_yet BEFORE INSERT ON public.orders FOR EACH ROW WHEN ((new.total_cents IS NOT NULL)) EXECUTE FUNCTION order_has_no_products_yet()
CREATE TRIGGER imported BEFORE INSERT ON public.orders FOR EACH ROW WHEN ((new.import_id IS NOT NULL)) EXECUTE FUNCTION order_is_imported()
CREATE TRIGGER leave_station AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((old.status = ANY (ARRAY['registered'::order_status, 'in_preparation'::order_status, 'in_production'::order_status, 'on_hold'::order_status, 'unknown'::order_status])) AND (new.status = ANY (ARRAY['on_hold'::order_status, 'shipped'::order_status, 'delivered'::order_status, 'invoiced'::order_status, 'cancelled'::order_status])) AND (new.status <> old.status))) EXECUTE FUNCTION leave_station()
CREATE TRIGGER mark_figures AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.remake_of IS NOT NULL)) EXECUTE FUNCTION order_marks_figures()
CREATE TRIGGER mark_figures_anew AFTER UPDATE OF status, practice_id, technician_id, delivery_on, first_delivery_on, excused_on, remake_of ON public.orders FOR EACH ROW WHEN ((((((((old.practice_id IS DISTINCT FROM new.practice_id) OR (old.technician_id IS DISTINCT FROM new.technician_id)) OR (old.delivery_on IS DISTINCT FROM new.delivery_on)) OR (old.first_delivery_on IS DISTINCT FROM new.first_delivery_on)) OR (old.excused_on IS DISTINCT FROM new.excused_on)) OR (old.remake_of IS DISTINCT FROM new.remake_of)) OR ((new.remake_of IS NOT NULL) AND ((old.status = 'cancelled'::order_status) <> (new.status = 'cancelled'::order_status))))) EXECUTE FUNCTION order_marks_figures()
CREATE TRIGGER mark_figures_gone AFTER DELETE ON public.orders FOR EACH ROW WHEN ((old.remake_of IS NOT NULL)) EXECUTE FUNCTION order_marks_figures()
CREATE TRIGGER moves_of_practice BEFORE INSERT OR UPDATE OF status ON public.orders FOR EACH ROW EXECUTE FUNCTION order_moves_of_practice()
CREATE TRIGGER prescribed BEFORE INSERT ON public.orders FOR EACH ROW WHEN (((new.prescriber IS NULL) AND ((new.ordered_by IS NOT NULL) OR (new.prescriber_id IS NOT NULL)))) EXECUTE FUNCTION order_prescribed()
CREATE TRIGGER said_otherwise BEFORE UPDATE OF comment ON public.orders FOR EACH ROW WHEN (((new.comment IS DISTINCT FROM old.comment) AND (COALESCE(current_setting('names.erasing'::text, true), ''::text) <> 'on'::text) AND (new.status = ANY (ARRAY['in_preparation'::order_status, 'in_production'::order_status, 'on_hold'::order_status])))) EXECUTE FUNCTION order_is_said_otherwise()
CREATE TRIGGER signed_by_nobody_yet BEFORE INSERT ON public.orders FOR EACH ROW WHEN (new.is_signed) EXECUTE FUNCTION order_has_no_sheet_yet()
CREATE TRIGGER status_moves BEFORE UPDATE OF status ON public.orders FOR EACH ROW EXECUTE FUNCTION order_status_moves()
CREATE TRIGGER technician_is_staff BEFORE INSERT OR UPDATE OF technician_id ON public.orders FOR EACH ROW WHEN ((new.technician_id IS NOT NULL)) EXECUTE FUNCTION technician_is_staff()
CREATE TRIGGER tell_change AFTER INSERT OR UPDATE ON public.orders FOR EACH ROW WHEN ((current_setting('changes.quiet'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION tell_change('orders')
CREATE TRIGGER tell_of_case AFTER UPDATE OF status, hold_reason, hold_question, hold_answered_at, delivery_on ON public.orders FOR EACH ROW WHEN ((current_setting('changes.quiet'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION tell_of_case()
CREATE TRIGGER tell_of_new_case AFTER INSERT ON public.orders FOR EACH ROW WHEN (((new.status = 'registered'::order_status) AND (new.import_id IS NULL) AND (current_setting('changes.quiet'::text, true) IS DISTINCT FROM 'on'::text))) EXECUTE FUNCTION tell_of_case()
CREATE TRIGGER was_withdrawn AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.status = 'cancelled'::order_status) AND (old.status <> 'cancelled'::order_status) AND (new.ordered_by IS NULL) AND (new.remake_of IS NULL) AND (new.import_id IS NULL) AND (tenant.audience() = 'staff'::text))) EXECUTE FUNCTION order_was_withdrawn()
CREATE TRIGGER withdrawn BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.status = 'cancelled'::order_status) AND (old.status <> 'cancelled'::order_status) AND (new.ordered_by IS NULL) AND (new.remake_of IS NULL) AND (new.import_id IS NULL) AND (tenant.audience() = 'staff'::text))) EXECUTE FUNCTION order_is_withdrawn()
CREATE TRIGGER without_problem_yet BEFORE INSERT ON public.orders FOR EACH ROW WHEN (((new.problem_states <> '{}'::problem_state[]) OR new.has_unanswered_problem)) EXECUTE FUNCTION order_has_no_problem_yet()
CREATE TRIGGER tell_invited AFTER INSERT ON public.password_links FOR EACH ROW WHEN ((new.purpose = 'invitation'::password_link_purpose)) EXECUTE FUNCTION tell_invited()
CREATE TRIGGER only_grows BEFORE DELETE OR UPDATE ON public.payment_events FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()
CREATE TRIGGER held AFTER INSERT OR UPDATE ON public.payment_holds FOR EACH ROW EXECUTE FUNCTION payment_held()
CREATE TRIGGER status_moves BEFORE UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION payment_status_moves()
CREATE TRIGGER begins BEFORE INSERT OR UPDATE ON public.practice_price_lists FOR EACH ROW EXECUTE FUNCTION price_list_begins()
CREATE TRIGGER tell_laboratory AFTER INSERT OR DELETE OR UPDATE ON public.practice_price_lists FOR EACH ROW EXECUTE FUNCTION tell_laboratory('catalogue')
CREATE TRIGGER tell_of_practice AFTER INSERT OR DELETE OR UPDATE ON public.practice_price_lists FOR EACH ROW EXECUTE FUNCTION tell_laboratory('signups')
CREATE TRIGGER begins_on_a_list AFTER INSERT ON public.practices FOR EACH ROW EXECUTE FUNCTION new_practice_pays()
CREATE TRIGGER billed_by_laboratory BEFORE UPDATE OF vat_number, delivery_address, delivery_postal_code, delivery_city ON public.practices FOR EACH ROW EXECUTE FUNCTION refuse_unless_set_by_laboratory()
CREATE TRIGGER number_set_by_the_books BEFORE UPDATE OF rpps_siret_siren ON public.practices FOR EACH ROW EXECUTE FUNCTION refuse_unless_set_by_the_books()
CREATE TRIGGER people_go_along AFTER UPDATE OF country_code ON public.practices FOR EACH ROW WHEN ((old.country_code IS DISTINCT FROM new.country_code)) EXECUTE FUNCTION people_of_practice_go_along()
CREATE TRIGGER reviewed BEFORE UPDATE ON public.practices FOR EACH ROW EXECUTE FUNCTION refuse_unreviewed_change()
CREATE TRIGGER set_by_administrator BEFORE UPDATE OF disabled_at ON public.practices FOR EACH ROW EXECUTE FUNCTION refuse_unless_set_by_administrator()
CREATE TRIGGER set_by_laboratory BEFORE UPDATE OF name, address, postal_code, city ON public.practices FOR EACH ROW EXECUTE FUNCTION refuse_unless_set_by_laboratory()
CREATE TRIGGER tell_delivery_days AFTER UPDATE OF delivery_days, opening_days ON public.practices FOR EACH ROW WHEN (((old.delivery_days IS DISTINCT FROM new.delivery_days) OR (old.opening_days IS DISTINCT FROM new.opening_days))) EXECUTE FUNCTION tell_delivery_days()
CREATE TRIGGER tell_laboratory AFTER INSERT OR DELETE OR UPDATE ON public.price_lists FOR EACH ROW EXECUTE FUNCTION tell_laboratory('catalogue')
CREATE TRIGGER tell_laboratory AFTER INSERT OR UPDATE ON public.product_families FOR EACH ROW EXECUTE FUNCTION tell_laboratory('catalogue')
CREATE TRIGGER tell_removed AFTER DELETE ON public.product_families FOR EACH ROW EXECUTE FUNCTION tell_laboratory('catalogue')
CREATE TRIGGER tell_laboratory AFTER INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION tell_laboratory('catalogue')
CREATE TRIGGER tell_removed AFTER DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION tell_laboratory('catalogue')
CREATE TRIGGER tell_program_address AFTER INSERT OR DELETE OR UPDATE OF url, secret, answered_at, failing_since, failure ON public.program_addresses FOR EACH ROW EXECUTE FUNCTION tell_laboratory('programs')
CREATE TRIGGER tell_program_key AFTER INSERT OR UPDATE OF ends_at, seen_at ON public.program_keys FOR EACH ROW EXECUTE FUNCTION tell_laboratory('programs')
CREATE TRIGGER only_grows BEFORE DELETE OR UPDATE ON public.program_payments FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()
CREATE TRIGGER only_grows BEFORE DELETE OR UPDATE ON public.program_pieces FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()
CREATE TRIGGER tell_change AFTER INSERT ON public.recall_notices FOR EACH ROW EXECUTE FUNCTION tell_change('sheets')
CREATE TRIGGER tell_change AFTER INSERT ON public.release_checks FOR EACH ROW EXECUTE FUNCTION tell_change('sheets')
CREATE TRIGGER only_grow BEFORE INSERT OR UPDATE ON public.removals FOR EACH ROW EXECUTE FUNCTION removals_only_grow()
CREATE TRIGGER status_moved BEFORE UPDATE ON public.rides FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.status_at IS DISTINCT FROM new.status_at))) EXECUTE FUNCTION ride_moved()
CREATE TRIGGER tell_change AFTER INSERT OR UPDATE ON public.rides FOR EACH ROW EXECUTE FUNCTION tell_change('rides')
CREATE TRIGGER tell_laboratory AFTER INSERT OR DELETE ON public.rounds FOR EACH ROW EXECUTE FUNCTION tell_laboratory('closures')
CREATE TRIGGER tell_end AFTER UPDATE OF ended_at ON public.sessions FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION tell_end('session')
CREATE TRIGGER with_second_factor BEFORE INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION refuse_session_without_second_factor()
CREATE TRIGGER decided_once BEFORE UPDATE ON public.signup_requests FOR EACH ROW WHEN ((old.state <> 'waiting'::signup_state)) EXECUTE FUNCTION signup_decided_once()
CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE ON public.signup_requests FOR EACH ROW EXECUTE FUNCTION tell_change('signups')
CREATE TRIGGER at_laboratory BEFORE INSERT OR UPDATE OF ended_at ON public.station_visits FOR EACH ROW WHEN ((new.ended_at IS NULL)) EXECUTE FUNCTION refuse_visit_of_what_left()
CREATE TRIGGER tell_change AFTER INSERT OR UPDATE ON public.station_visits FOR EACH ROW EXECUTE FUNCTION tell_laboratory('stations')
CREATE TRIGGER tell_end AFTER DELETE ON public.station_visits FOR EACH ROW WHEN ((old.ended_at IS NULL)) EXECUTE FUNCTION tell_laboratory('stations')
CREATE TRIGGER tell_change AFTER DELETE OR UPDATE ON public.stations FOR EACH ROW EXECUTE FUNCTION tell_laboratory('stations')
CREATE TRIGGER tell_change AFTER INSERT OR UPDATE ON public.subcontractors FOR EACH ROW EXECUTE FUNCTION tell_laboratory('sheets')
CREATE TRIGGER tell_laboratory AFTER INSERT OR UPDATE ON public.supplies FOR EACH ROW EXECUTE FUNCTION tell_laboratory('supplies')
CREATE TRIGGER status_moved BEFORE UPDATE ON public.supply_orders FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION status_moved()
CREATE TRIGGER tell_change AFTER INSERT OR UPDATE ON public.supply_orders FOR EACH ROW EXECUTE FUNCTION tell_change('supplies')
CREATE TRIGGER released BEFORE INSERT ON public.traceability_statements FOR EACH ROW WHEN (((new.content_version > 1) AND (tenant.audience() = 'staff'::text))) EXECUTE FUNCTION statement_is_released()
CREATE TRIGGER signs AFTER INSERT ON public.traceability_statements FOR EACH ROW EXECUTE FUNCTION order_is_signed()
CREATE TRIGGER tell_case AFTER INSERT ON public.traceability_statements FOR EACH ROW WHEN ((current_setting('changes.quiet'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION tell_change('orders')
CREATE TRIGGER tell_change AFTER INSERT ON public.traceability_statements FOR EACH ROW WHEN ((current_setting('changes.quiet'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION tell_change('sheets')
CREATE TRIGGER tell_unread AFTER INSERT OR DELETE OR UPDATE ON public.unread_cases FOR EACH ROW EXECUTE FUNCTION tell_unread('unread')
CREATE TRIGGER administered BEFORE UPDATE OF kind, role, practice_id, disabled_at ON public.users FOR EACH ROW WHEN (((old.kind = 'staff'::user_kind) OR (new.kind = 'staff'::user_kind) OR (old.role IS DISTINCT FROM new.role))) EXECUTE FUNCTION refuse_unless_administered()
CREATE TRIGGER administered_by_another BEFORE UPDATE OF kind, role, disabled_at ON public.users FOR EACH ROW WHEN (((old.kind = 'staff'::user_kind) AND (old.id = tenant.user_id()))) EXECUTE FUNCTION refuse_own_administration()
CREATE TRIGGER administered_from_the_beginning BEFORE INSERT ON public.users FOR EACH ROW WHEN ((new.kind = 'staff'::user_kind)) EXECUTE FUNCTION refuse_unless_administered()
CREATE TRIGGER dlcpm_by_laboratory BEFORE UPDATE OF is_dlcpm ON public.users FOR EACH ROW WHEN ((new.is_dlcpm IS DISTINCT FROM old.is_dlcpm)) EXECUTE FUNCTION refuse_unless_by_laboratory()
CREATE TRIGGER end_access AFTER UPDATE OF disabled_at ON public.users FOR EACH ROW WHEN (((old.disabled_at IS NULL) AND (new.disabled_at IS NOT NULL))) EXECUTE FUNCTION end_access()
CREATE TRIGGER kept_out_by BEFORE INSERT OR UPDATE OF disabled_at, disabled_by ON public.users FOR EACH ROW EXECUTE FUNCTION note_who_keeps_out()
CREATE TRIGGER managed BEFORE INSERT OR UPDATE OF kind, role, practice_id, account_type, is_dlcpm, is_practice_doctor, disabled_at ON public.users FOR EACH ROW EXECUTE FUNCTION refuse_unless_managed()
CREATE TRIGGER of_open_practice BEFORE INSERT OR UPDATE OF disabled_at ON public.users FOR EACH ROW WHEN (((new.practice_id IS NOT NULL) AND (new.disabled_at IS NULL))) EXECUTE FUNCTION refuse_into_disabled_practice()
CREATE TRIGGER own_address BEFORE INSERT OR UPDATE OF login ON public.users FOR EACH ROW EXECUTE FUNCTION refuse_anothers_address()
CREATE TRIGGER own_password BEFORE UPDATE OF password_hash ON public.users FOR EACH ROW EXECUTE FUNCTION refuse_others_password()
CREATE TRIGGER program_kept BEFORE UPDATE OF kind, login, password_hash, disabled_at ON public.users FOR EACH ROW WHEN (((old.kind = 'program'::user_kind) OR (new.kind = 'program'::user_kind))) EXECUTE FUNCTION refuse_unless_set_by_administrator()
CREATE TRIGGER program_let_in BEFORE INSERT ON public.users FOR EACH ROW WHEN ((new.kind = 'program'::user_kind)) EXECUTE FUNCTION refuse_unless_set_by_administrator()
CREATE TRIGGER reviewed BEFORE UPDATE OF title, first_name, last_name, login, email, phone ON public.users FOR EACH ROW EXECUTE FUNCTION refuse_unreviewed_change()
CREATE TRIGGER tell_colleague AFTER UPDATE ON public.users FOR EACH ROW WHEN (((new.practice_id IS NOT NULL) AND (((((((((old.title IS DISTINCT FROM new.title) OR (old.first_name IS DISTINCT FROM new.first_name)) OR (old.last_name IS DISTINCT FROM new.last_name)) OR (old.email IS DISTINCT FROM new.email)) OR (old.account_type IS DISTINCT FROM new.account_type)) OR (old.is_dlcpm IS DISTINCT FROM new.is_dlcpm)) OR (old.is_practice_doctor IS DISTINCT FROM new.is_practice_doctor)) OR ((old.password_hash IS NULL) IS DISTINCT FROM (new.password_hash IS NULL))) OR (old.disabled_at IS DISTINCT FROM new.disabled_at)))) EXECUTE FUNCTION tell_change('colleagues')
CREATE TRIGGER tell_colleague_gone AFTER DELETE ON public.users FOR EACH ROW WHEN ((old.practice_id IS NOT NULL)) EXECUTE FUNCTION tell_change('colleagues')
CREATE TRIGGER tell_end AFTER UPDATE OF disabled_at, kind, role, practice_id, account_type, is_dlcpm, is_practice_doctor ON public.users FOR EACH ROW WHEN ((((((((old.disabled_at IS DISTINCT FROM new.disabled_at) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.role IS DISTINCT FROM new.role)) OR (old.practice_id IS DISTINCT FROM new.practice_id)) OR (old.account_type IS DISTINCT FROM new.account_type)) OR (old.is_dlcpm IS DISTINCT FROM new.is_dlcpm)) OR (old.is_practice_doctor IS DISTINCT FROM new.is_practice_doctor))) EXECUTE FUNCTION tell_end('user')
CREATE TRIGGER tell_new_colleague AFTER INSERT ON public.users FOR EACH ROW WHEN ((new.practice_id IS NOT NULL)) EXECUTE FUNCTION tell_change('colleagues')
CREATE TRIGGER tell_new_staff AFTER INSERT ON public.users FOR EACH ROW WHEN ((new.kind = 'staff'::user_kind)) EXECUTE FUNCTION tell_change('staff')
CREATE TRIGGER tell_program AFTER INSERT ON public.users FOR EACH ROW WHEN ((new.kind = 'program'::user_kind)) EXECUTE FUNCTION tell_laboratory('programs')
CREATE TRIGGER tell_program_changed AFTER UPDATE ON public.users FOR EACH ROW WHEN (((new.kind = 'program'::user_kind) AND ((old.last_name IS DISTINCT FROM new.last_name) OR (old.disabled_at IS DISTINCT FROM new.disabled_at)))) EXECUTE FUNCTION tell_laboratory('programs')
CREATE TRIGGER tell_staff AFTER UPDATE ON public.users FOR EACH ROW WHEN (((new.kind = 'staff'::user_kind) AND (((((((old.title IS DISTINCT FROM new.title) OR (old.first_name IS DISTINCT FROM new.first_name)) OR (old.last_name IS DISTINCT FROM new.last_name)) OR (old.email IS DISTINCT FROM new.email)) OR (old.role IS DISTINCT FROM new.role)) OR ((old.password_hash IS NULL) IS DISTINCT FROM (new.password_hash IS NULL))) OR (old.disabled_at IS DISTINCT FROM new.disabled_at)))) EXECUTE FUNCTION tell_change('staff')
CREATE TRIGGER tell_staff_gone AFTER DELETE ON public.users FOR EACH ROW WHEN ((old.kind = 'staff'::user_kind)) EXECUTE FUNCTION tell_change('staff')

-- What the runtime role may do

function are_distinct_addresses(text[]): execute
function billable_lines(uuid,uuid[],integer): execute
function buyer_of(uuid,uuid): execute
function came_cents(uuid,uuid): execute
function cash_dist(money,money): execute
function costs_nothing(uuid,uuid): execute
function date_dist(date,date): execute
function delivered_on(uuid,uuid,text): execute
function entry_now(uuid,text): execute
function float4_dist(real,real): execute
function float8_dist(double precision,double precision): execute
function gbt_bit_compress(internal): execute
function gbt_bit_consistent(internal,bit,smallint,oid,internal): execute
function gbt_bit_penalty(internal,internal,internal): execute
function gbt_bit_picksplit(internal,internal): execute
function gbt_bit_same(gbtreekey_var,gbtreekey_var,internal): execute
function gbt_bit_sortsupport(internal): execute
function gbt_bit_union(internal,internal): execute
function gbt_bool_compress(internal): execute
function gbt_bool_consistent(internal,boolean,smallint,oid,internal): execute
function gbt_bool_fetch(internal): execute
function gbt_bool_penalty(internal,internal,internal): execute
function gbt_bool_picksplit(internal,internal): execute
function gbt_bool_same(gbtreekey2,gbtreekey2,internal): execute
function gbt_bool_sortsupport(internal): execute
function gbt_bool_union(internal,internal): execute
function gbt_bpchar_compress(internal): execute
function gbt_bpchar_consistent(internal,character,smallint,oid,internal): execute
function gbt_bpchar_sortsupport(internal): execute
function gbt_bytea_compress(internal): execute
function gbt_bytea_consistent(internal,bytea,smallint,oid,internal): execute
function gbt_bytea_penalty(internal,internal,internal): execute
function gbt_bytea_picksplit(internal,internal): execute
function gbt_bytea_same(gbtreekey_var,gbtreekey_var,internal): execute
function gbt_bytea_sortsupport(internal): execute
function gbt_bytea_union(internal,internal): execute
function gbt_cash_compress(internal): execute
function gbt_cash_consistent(internal,money,smallint,oid,internal): execute
function gbt_cash_distance(internal,money,smallint,oid,internal): execute
function gbt_cash_fetch(internal): execute
function gbt_cash_penalty(internal,internal,internal): execute
function gbt_cash_picksplit(internal,internal): execute
function gbt_cash_same(gbtreekey16,gbtreekey16,internal): execute
function gbt_cash_sortsupport(internal): execute
function gbt_cash_union(internal,internal): execute
function gbt_date_compress(internal): execute
function gbt_date_consistent(internal,date,smallint,oid,internal): execute
function gbt_date_distance(internal,date,smallint,oid,internal): execute
function gbt_date_fetch(internal): execute
function gbt_date_penalty(internal,internal,internal): execute
function gbt_date_picksplit(internal,internal): execute
function gbt_date_same(gbtreekey8,gbtreekey8,internal): execute
function gbt_date_sortsupport(internal): execute
function gbt_date_union(internal,internal): execute
function gbt_decompress(internal): execute
function gbt_enum_compress(internal): execute
function gbt_enum_consistent(internal,anyenum,smallint,oid,internal): execute
function gbt_enum_fetch(internal): execute
function gbt_enum_penalty(internal,internal,internal): execute
function gbt_enum_picksplit(internal,internal): execute
function gbt_enum_same(gbtreekey8,gbtreekey8,internal): execute
function gbt_enum_sortsupport(internal): execute
function gbt_enum_union(internal,internal): execute
function gbt_float4_compress(internal): execute
function gbt_float4_consistent(internal,real,smallint,oid,internal): execute
function gbt_float4_distance(internal,real,smallint,oid,internal): execute
function gbt_float4_fetch(internal): execute
function gbt_float4_penalty(internal,internal,internal): execute
function gbt_float4_picksplit(internal,internal): execute
function gbt_float4_same(gbtreekey8,gbtreekey8,internal): execute
function gbt_float4_sortsupport(internal): execute
function gbt_float4_union(internal,internal): execute
function gbt_float8_compress(internal): execute
function gbt_float8_consistent(internal,double precision,smallint,oid,internal): execute
function gbt_float8_distance(internal,double precision,smallint,oid,internal): execute
function gbt_float8_fetch(internal): execute
function gbt_float8_penalty(internal,internal,internal): execute
function gbt_float8_picksplit(internal,internal): execute
function gbt_float8_same(gbtreekey16,gbtreekey16,internal): execute
function gbt_float8_sortsupport(internal): execute
function gbt_float8_union(internal,internal): execute
function gbt_inet_compress(internal): execute
function gbt_inet_consistent(internal,inet,smallint,oid,internal): execute
function gbt_inet_penalty(internal,internal,internal): execute
function gbt_inet_picksplit(internal,internal): execute
function gbt_inet_same(gbtreekey16,gbtreekey16,internal): execute
function gbt_inet_sortsupport(internal): execute
function gbt_inet_union(internal,internal): execute
function gbt_int2_compress(internal): execute
function gbt_int2_consistent(internal,smallint,smallint,oid,internal): execute
function gbt_int2_distance(internal,smallint,smallint,oid,internal): execute
function gbt_int2_fetch(internal): execute
function gbt_int2_penalty(internal,internal,internal): execute
function gbt_int2_picksplit(internal,internal): execute
function gbt_int2_same(gbtreekey4,gbtreekey4,internal): execute
function gbt_int2_sortsupport(internal): execute
function gbt_int2_union(internal,internal): execute
function gbt_int4_compress(internal): execute
function gbt_int4_consistent(internal,integer,smallint,oid,internal): execute
function gbt_int4_distance(internal,integer,smallint,oid,internal): execute
function gbt_int4_fetch(internal): execute
function gbt_int4_penalty(internal,internal,internal): execute
function gbt_int4_picksplit(internal,internal): execute
function gbt_int4_same(gbtreekey8,gbtreekey8,internal): execute
function gbt_int4_sortsupport(internal): execute
function gbt_int4_union(internal,internal): execute
function gbt_int8_compress(internal): execute
function gbt_int8_consistent(internal,bigint,smallint,oid,internal): execute
function gbt_int8_distance(internal,bigint,smallint,oid,internal): execute
function gbt_int8_fetch(internal): execute
function gbt_int8_penalty(internal,internal,internal): execute
function gbt_int8_picksplit(internal,internal): execute
function gbt_int8_same(gbtreekey16,gbtreekey16,internal): execute
function gbt_int8_sortsupport(internal): execute
function gbt_int8_union(internal,internal): execute
function gbt_intv_compress(internal): execute
function gbt_intv_consistent(internal,interval,smallint,oid,internal): execute
function gbt_intv_decompress(internal): execute
function gbt_intv_distance(internal,interval,smallint,oid,internal): execute
function gbt_intv_fetch(internal): execute
function gbt_intv_penalty(internal,internal,internal): execute
function gbt_intv_picksplit(internal,internal): execute
function gbt_intv_same(gbtreekey32,gbtreekey32,internal): execute
function gbt_intv_sortsupport(internal): execute
function gbt_intv_union(internal,internal): execute
function gbt_macad8_compress(internal): execute
function gbt_macad8_consistent(internal,macaddr8,smallint,oid,internal): execute
function gbt_macad8_fetch(internal): execute
function gbt_macad8_penalty(internal,internal,internal): execute
function gbt_macad8_picksplit(internal,internal): execute
function gbt_macad8_same(gbtreekey16,gbtreekey16,internal): execute
function gbt_macad8_sortsupport(internal): execute
function gbt_macad8_union(internal,internal): execute
function gbt_macad_compress(internal): execute
function gbt_macad_consistent(internal,macaddr,smallint,oid,internal): execute
function gbt_macad_fetch(internal): execute
function gbt_macad_penalty(internal,internal,internal): execute
function gbt_macad_picksplit(internal,internal): execute
function gbt_macad_same(gbtreekey16,gbtreekey16,internal): execute
function gbt_macad_union(internal,internal): execute
function gbt_macaddr_sortsupport(internal): execute
function gbt_numeric_compress(internal): execute
function gbt_numeric_consistent(internal,numeric,smallint,oid,internal): execute
function gbt_numeric_penalty(internal,internal,internal): execute
function gbt_numeric_picksplit(internal,internal): execute
function gbt_numeric_same(gbtreekey_var,gbtreekey_var,internal): execute
function gbt_numeric_sortsupport(internal): execute
function gbt_numeric_union(internal,internal): execute
function gbt_oid_compress(internal): execute
function gbt_oid_consistent(internal,oid,smallint,oid,internal): execute
function gbt_oid_distance(internal,oid,smallint,oid,internal): execute
function gbt_oid_fetch(internal): execute
function gbt_oid_penalty(internal,internal,internal): execute
function gbt_oid_picksplit(internal,internal): execute
function gbt_oid_same(gbtreekey8,gbtreekey8,internal): execute
function gbt_oid_sortsupport(internal): execute
function gbt_oid_union(internal,internal): execute
function gbt_text_compress(internal): execute
function gbt_text_consistent(internal,text,smallint,oid,internal): execute
function gbt_text_penalty(internal,internal,internal): execute
function gbt_text_picksplit(internal,internal): execute
function gbt_text_same(gbtreekey_var,gbtreekey_var,internal): execute
function gbt_text_sortsupport(internal): execute
function gbt_text_union(internal,internal): execute
function gbt_time_compress(internal): execute
function gbt_time_consistent(internal,time without time zone,smallint,oid,internal): execute
function gbt_time_distance(internal,time without time zone,smallint,oid,internal): execute
function gbt_time_fetch(internal): execute
function gbt_time_penalty(internal,internal,internal): execute
function gbt_time_picksplit(internal,internal): execute
function gbt_time_same(gbtreekey16,gbtreekey16,internal): execute
function gbt_time_sortsupport(internal): execute
function gbt_time_union(internal,internal): execute
function gbt_timetz_compress(internal): execute
function gbt_timetz_consistent(internal,time with time zone,smallint,oid,internal): execute
function gbt_ts_compress(internal): execute
function gbt_ts_consistent(internal,timestamp without time zone,smallint,oid,internal): execute
function gbt_ts_distance(internal,timestamp without time zone,smallint,oid,internal): execute
function gbt_ts_fetch(internal): execute
function gbt_ts_penalty(internal,internal,internal): execute
function gbt_ts_picksplit(internal,internal): execute
function gbt_ts_same(gbtreekey16,gbtreekey16,internal): execute
function gbt_ts_sortsupport(internal): execute
function gbt_ts_union(internal,internal): execute
function gbt_tstz_compress(internal): execute
function gbt_tstz_consistent(internal,timestamp with time zone,smallint,oid,internal): execute
function gbt_tstz_distance(internal,timestamp with time zone,smallint,oid,internal): execute
function gbt_uuid_compress(internal): execute
function gbt_uuid_consistent(internal,uuid,smallint,oid,internal): execute
function gbt_uuid_fetch(internal): execute
function gbt_uuid_penalty(internal,internal,internal): execute
function gbt_uuid_picksplit(internal,internal): execute
function gbt_uuid_same(gbtreekey32,gbtreekey32,internal): execute
function gbt_uuid_sortsupport(internal): execute
function gbt_uuid_union(internal,internal): execute
function gbt_var_decompress(internal): execute
function gbt_var_fetch(internal): execute
function gbt_varbit_sortsupport(internal): execute
function gbtreekey16_in(cstring): execute
function gbtreekey16_out(gbtreekey16): execute
function gbtreekey2_in(cstring): execute
function gbtreekey2_out(gbtreekey2): execute
function gbtreekey32_in(cstring): execute
function gbtreekey32_out(gbtreekey32): execute
function gbtreekey4_in(cstring): execute
function gbtreekey4_out(gbtreekey4): execute
function gbtreekey8_in(cstring): execute
function gbtreekey8_out(gbtreekey8): execute
function gbtreekey_var_in(cstring): execute
function gbtreekey_var_out(gbtreekey_var): execute
function gist_translate_cmptype_btree(integer): execute
function iban_is_right(text): execute
function identifier_key(text): execute
function int2_dist(smallint,smallint): execute
function int4_dist(integer,integer): execute
function int8_dist(bigint,bigint): execute
function interval_dist(interval,interval): execute
function is_billed(uuid,uuid): execute
function is_billed_here(uuid,uuid): execute
function is_credited(uuid,uuid): execute
function is_dentist(text): execute
function is_free_remake(uuid,uuid): execute
function is_in_file(uuid,uuid): execute
function is_without_line(uuid,uuid): execute
function line_is_free(uuid,text): execute
function mark_unread(uuid,uuid,uuid,uuid): execute
function new_case_id(timestamp with time zone): execute
function new_piece_id(): execute
function notice_way_by_default(notice_kind): execute
function oid_dist(oid,oid): execute
function paid_by_line(uuid,text): execute
function pgboss.job_now(): execute
function practice_prices(uuid,uuid,text): execute
function search_patterns(text): execute
function searchable(text): execute
function seller_of(uuid): execute
function tell_practice(uuid,uuid,uuid,notice_kind[],uuid): execute
function tenant.ask_card_refund(uuid,text,bigint,bigint): execute
function tenant.audience(): execute
function tenant.audit_chain(bigint): execute
function tenant.audit_lines(timestamp with time zone,timestamp with time zone,audit_kind[],uuid[],uuid[],uuid[],bigint,integer): execute
function tenant.audit_links(bigint,integer): execute
function tenant.begin_document(uuid): execute
function tenant.begin_merging(uuid,uuid): execute
function tenant.begin_payment(uuid[],bigint,payment_mode,text): execute
function tenant.begin_run(date,uuid[]): execute
function tenant.begin_run(date,uuid[],boolean): execute
function tenant.bill_more_cases(uuid,uuid[]): execute
function tenant.brand_id(): execute
function tenant.carry_cases(uuid,uuid,integer): execute
function tenant.carry_out_erasure(uuid): execute
function tenant.case_readers(uuid,bigint,integer): execute
function tenant.changes_since(bigint,integer,audit_kind[]): execute
function tenant.changes_until(bigint,text,integer): execute
function tenant.choose_language(bytea,language): execute
function tenant.choose_password(bytea,text): execute
function tenant.claim_entered(uuid[],text,bigint): execute
function tenant.claims(): execute
function tenant.confirm_pro_forma(uuid): execute
function tenant.continue_run(uuid,integer): execute
function tenant.correct_initial_balance(uuid,bigint,bigint,text): execute
function tenant.credit(uuid,smallint[],text): execute
function tenant.days_without_room(date,date,jsonb,uuid): execute
function tenant.decide(uuid,invoice_decision,text): execute
function tenant.delete_old_sessions(): execute
function tenant.enter_announced(uuid,uuid,bigint,date,text): execute
function tenant.enter_announced(uuid,uuid,bigint,date,text,boolean): execute
function tenant.enter_initial_balance(uuid,bigint,text): execute
function tenant.enter_payment(uuid,uuid[],bigint,date,text,payment_means,text): execute
function tenant.enter_payment(uuid,uuid[],bigint,date,text,payment_means,text,boolean): execute
function tenant.erase_patient(uuid): execute
function tenant.forget_card_refund(uuid,text): execute
function tenant.give_document(uuid,bigint,text): execute
function tenant.hold_awaited(uuid[]): execute
function tenant.is_asked_for_shade(orders): execute
function tenant.is_program(): execute
function tenant.issue(uuid,uuid[],invoice_type,integer,boolean): execute
function tenant.keep_sightings(jsonb,audit_kind[]): execute
function tenant.laboratories(bigint,bytea): execute
function tenant.laboratories_for_upkeep(bigint,bytea): execute
function tenant.learn_what_grew(): execute
function tenant.lines_about_me(bigint,integer): execute
function tenant.look_at_merging(uuid,uuid): execute
function tenant.may_change_invitation(uuid): execute
function tenant.merge_practices(uuid,uuid): execute
function tenant.name_payment(uuid,text): execute
function tenant.note_program_seen(uuid): execute
function tenant.open_challenge(text,bytea,bigint,bytea): execute
function tenant.open_feed(text,bytea,bigint,bytea): execute
function tenant.open_job(uuid,bigint,bytea): execute
function tenant.open_laboratory(text,bigint,bytea): execute
function tenant.open_password_link(text,bytea,bigint,bytea): execute
function tenant.open_program(text,bytea,bigint,bytea): execute
function tenant.open_session(text,uuid,uuid,bigint,bytea): execute
function tenant.own_authenticator_secret(): execute
function tenant.practice_id(): execute
function tenant.practice_second_factors(): execute
function tenant.programs_to_tell(audit_kind[]): execute
function tenant.promised_elements(date,date,uuid): execute
function tenant.put_entry_right(uuid,jsonb): execute
function tenant.receive_for_invoice(uuid,text,bigint,date): execute
function tenant.receive_for_invoices(uuid[],text,bigint,date): execute
function tenant.receive_for_invoices(uuid[],text,bigint,date,boolean): execute
function tenant.receive_for_invoices(uuid[],text,bigint,date,uuid[],boolean): execute
function tenant.receive_for_practice(uuid,text,bigint,date,text,boolean): execute
function tenant.receive_for_practice(uuid,text,bigint,date,text,uuid[],boolean): execute
function tenant.receive_rest(uuid[],text,bigint,date): execute
function tenant.receive_transfer(uuid,text,bigint,date): execute
function tenant.receive_transfer(uuid,text,bigint,date,boolean): execute
function tenant.receive_transfer(uuid,text,bigint,date,uuid[],boolean): execute
function tenant.record_payment(text,jsonb): execute
function tenant.record_payment_event(uuid,text,text,payment_event_kind,bigint,text): execute
function tenant.record_piece(text,jsonb): execute
function tenant.refund_by_hand(uuid,text,bigint,bigint): execute
function tenant.refuse_unless_billing(): execute
function tenant.refuse_unless_settings(): execute
function tenant.remove_old_audit(integer): execute
function tenant.remove_old_patient_names(integer): execute
function tenant.remove_old_sessions(integer): execute
function tenant.remove_old_statements(integer): execute
function tenant.return_by_hand(uuid,text,bigint,bigint,payment_return): execute
function tenant.seal_audit(): execute
function tenant.sees_invoices(): execute
function tenant.set_against(uuid,uuid[]): execute
function tenant.set_price(uuid,smallint,bigint,vat_category): execute
function tenant.spend_credit(uuid[]): execute
function tenant.staff_second_factors(): execute
function tenant.staff_sign_ins(): execute
function tenant.take_back_case(uuid,uuid): execute
function tenant.take_back_payment(text,payment_return): execute
function tenant.take_back_practice(uuid,uuid): execute
function tenant.take_second_factor_away(uuid): execute
function tenant.user_id(): execute
function tenant.withdraw_invitation(uuid): execute
function tenant.withdraw_payment(uuid): execute
function time_dist(time without time zone,time without time zone): execute
function today_of(uuid): execute
function total_of(uuid,uuid): execute
function ts_dist(timestamp without time zone,timestamp without time zone): execute
function tstz_dist(timestamp with time zone,timestamp with time zone): execute
function unbilled_cents(uuid,uuid): execute
table pgboss.job: delete, insert, select, update
table pgboss.job_common: delete, insert, select, update
table pgboss.job_dependency: delete, select
table pgboss.queue: select, update (deferred_count, queued_count, ready_count, active_count, failed_count, total_count, created_delta, completed_delta, failed_delta, delta_on, delta_seconds, ready_history, singletons_active, monitor_claim_on, monitor_on, maintain_on)
table pgboss.version: select, update (flow_on, monitor_backoff_on)
table public.absences: delete, insert, select, update (from_on, to_on, is_delivery_possible, from_shift, to_shift)
table public.account_change_fields: delete, insert (brand_id, practice_id, change_id, field, subject_id, before, after), select
table public.account_changes: insert (brand_id, practice_id, part, requested_by), select, update (requested_at, state, decided_by, decided_at, reason)
table public.allocations: select
table public.attachments: delete, insert, select, update (order_id, draft_id, problem_id, name, type, state, size, sha256, is_compressed, role)
table public.audit_events: insert (brand_id, user_id, session_id, kind, request_id, order_id, route, subject_id)
table public.authenticators: delete, insert (brand_id, user_id, secret), select (brand_id, user_id, created_at, confirmed_at, last_step), update (confirmed_at, last_step)
table public.billing_run_practices: select
table public.billing_runs: select
table public.billing_settings: insert, select, update
table public.bookkeeping_accounts: insert, select, update (sales_journal, payments_journal, customers, exempt_sales, taxed_sales, vat, bank, cards, cheques, cash)
table public.brand_hosts: select
table public.brand_images: delete, insert, select, update (name, content)
table public.brands: select, update (company_name, address, postal_code, city, client_service_phone, primary_color, primary_foreground_color, secondary_color, secondary_foreground_color, card_foreground_color, ring_color, border_color, delivery_time_information, feedback_widget_url, working_days, physical_transport_days, appointment_buffer_days, pickup_am_cutoff_days, pickup_am_cutoff, pickup_pm_cutoff_days, pickup_pm_cutoff, staff_need_second_factor, patient_names_kept_months, mail_name, mail_reply_to, unsigned_shipping, counts_capacity)
table public.calendar_feeds: delete, insert, select, update (secret_hash, created_at)
table public.capacity_days: delete, insert, select
table public.capacity_weekdays: delete, insert, select
table public.card_refunds: select
table public.card_settings: select
table public.case_views: delete, insert, select, update (name)
table public.complaint_decisions: insert, select
table public.customer_accounts: delete, insert, select, update (account)
table public.document_logos: select
table public.erasure_requests: insert (brand_id, practice_id, user_id), select, update (state, decided_by, decided_at, reason)
table public.feedback: insert, select
table public.figure_marks: delete, select
table public.figure_months: insert, select, update
table public.former_patient_names: select (brand_id, order_id)
table public.hand_overs: insert, select
table public.handed_cases: insert, select, update (taken_back_at)
table public.holidays: delete, insert, select
table public.idempotency_keys: delete, insert, select
table public.import_parts: delete, insert, select
table public.imports: delete, insert, select, update (state, columns, new_count, changed_count, unchanged_count, applied_at, undone_at, needs, names, leads, vats, status)
table public.invoice_documents: select, update (made_at, size, sha256)
table public.invoice_lines: select
table public.invoice_orders: select
table public.invoice_parties: select
table public.invoice_reminders: insert, select
table public.invoice_taxes: select
table public.invoices: select
table public.mails: delete, insert (brand_id, id, recipient, sender, sender_name, subject, text_part, html_part, unsubscribe_url, reply_to, is_soon_over), select, update (text_part, html_part, state, tries, reason, settled_at, unsubscribe_url)
table public.material_lots: insert, select, update (expires_on, checked_by, checked_by_name, checked_at, state, blocked_because, blocked_by, blocked_by_name, blocked_at)
table public.materials: insert, select, update (name, maker, kind, standard, label_code, certificate, certificate_ends_on, is_implantable, is_retired)
table public.merged_practices: select
table public.notice_choices: insert, select, update (way)
table public.notice_digests: insert, select, update (hour, made_at)
table public.notices: delete, insert, select
table public.order_code_counters: insert, select, update (last_number)
table public.order_drafts: delete, insert, select, update (content, content_version, version, updated_at)
table public.order_events: insert, select
table public.order_messages: insert, select
table public.order_problems: insert, select, update (remake_id, answer, answered_by, answered_at, settled_by, settled_at, put_right_on)
table public.order_product_materials: delete, insert, select
table public.order_products: insert, select, update (quantity, traceability, shade, complementary_shade, teeth, pontics, sector)
table public.order_requests: insert (brand_id, practice_id, order_id, kind, wished_on, change, change_version, words, asked_by), select, update (state, granted_on, answer, decided_by, decided_at)
table public.order_subcontractors: delete, insert, select
table public.order_templates: delete, insert, select, update (name)
table public.orders: insert, select, update (status, wished_on, delivery_on, first_delivery_on, is_delivery_confirmed, moved_from_on, excused_on, appointment_at, held_from, hold_reason, hold_question, hold_answer, hold_answered_at, hold_answered_by, carrier, tracking_url, comment, total_cents, summary_fr, summary_en, technician_id, tracking_number, changed_at, asked_at, accepted_at)
table public.passkeys: delete, insert (brand_id, user_id, host, place, credential_id, public_key, counter, transports, is_backed_up, device), select, update (counter, is_backed_up, name, used_at)
table public.password_links: delete, insert (brand_id, token_hash, user_id, purpose, expires_at), select (brand_id, user_id, purpose, created_at, expires_at)
table public.payment_events: select
table public.payment_holds: select
table public.payments: select
table public.practice_price_lists: delete, insert, select, update (list_id, is_beginning)
table public.practices: insert (brand_id, id, name, address, postal_code, city, country_code, phone, delivery_days, opening_days, rpps_siret_siren, mobile, emails, delivery_instruction, import_id), select, update (name, address, postal_code, city, country_code, phone, delivery_days, opening_days, rpps_siret_siren, mobile, emails, delivery_instruction, disabled_at, vat_number, delivery_address, delivery_postal_code, delivery_city)
table public.price_list_prices: delete, insert, select, update (price_cents)
table public.price_lists: delete, insert, select, update (name, version, is_default)
table public.product_families: delete, insert, select, update (position, name_fr, name_en)
table public.products: delete, insert, select, update (position)
table public.program_addresses: delete, insert, select, update (url, secret, told_until, telling_since, answered_at, failing_since, failure)
table public.program_keys: insert, select, update (ends_at)
table public.program_orders: delete, insert, select, update (said)
table public.program_payments: select
table public.program_pieces: select
table public.program_practices: delete, insert, select
table public.recall_notices: insert, select
table public.recovery_codes: delete, insert (brand_id, user_id, code_hash), select
table public.release_checks: insert, select
table public.reminder_settings: insert, select, update (most, first_after_days, every_days)
table public.removals: insert (brand_id, kind, count, until), select, update (count, last_at, until)
table public.rides: insert, select, update (status, status_at)
table public.round_stops: insert, select, update (round, position)
table public.rounds: delete, insert, select
table public.sandbox_checkouts: delete, insert, select, update (state, refunded_cents, refund_keys)
table public.sessions: insert, select, update (used_at, refresh_generation, rotated_at, ended_at, ended_because, second_factor)
table public.set_prices: select
table public.sign_in_challenges: delete, insert (brand_id, token_hash, user_id, password_mark, expires_at), select (brand_id, id, user_id, failures, created_at, expires_at), update (failures)
table public.sign_in_limits: delete, insert, select, update
table public.signup_requests: delete, insert (brand_id, rpps_siret_siren, title, gender, discovery_source, camera_model, last_name, first_name, address, postal_code, city, country_code, phone, mobile, lunch_break_hours, weekly_closure, email1_label, email1, email2_label, email2, additional_comment, language, fingerprint, network), select, update (state, decided_at, decided_by, reason, practice_id, is_refused_silently, is_sent_link)
table public.spent_challenges: delete, insert, select (brand_id, forgotten_at)
table public.staff_notices_declined: delete, insert, select
table public.staff_notices_told: insert, select, update (told_at)
table public.statement_number_counters: insert, select, update (last_number)
table public.station_visits: delete, insert, select, update (station_id, ended_at)
table public.stations: delete, insert, select, update (name, former_names)
table public.subcontractors: insert, select, update (name, address, postal_code, city, work, is_retired)
table public.supplies: insert, select, update (position, label_fr, label_en, options, is_retired)
table public.supply_order_lines: insert, select
table public.supply_orders: insert, select, update (status)
table public.traceability_statements: insert, select
table public.unread_cases: delete, insert, select, update (news, since)
table public.unread_news: usage
table public.users: insert (brand_id, id, kind, practice_id, login, email, phone, title, first_name, last_name, country_code, language, account_type, is_practice_doctor, role, import_id), select, update (login, email, phone, title, first_name, last_name, language, account_type, is_dlcpm, is_practice_doctor, role, password_hash, disabled_at, disabled_by)
table tenant.installation: select (begun_at, backed_up_at, backup_lacks)

-- What the role of the queue may do

function pgboss.job_now(): execute
table pgboss.job: delete, insert, select, update
table pgboss.job_common: delete, insert, select, update
table pgboss.job_dependency: delete, select
table pgboss.queue: select, update (deferred_count, queued_count, ready_count, active_count, failed_count, total_count, created_delta, completed_delta, failed_delta, delta_on, delta_seconds, ready_history, singletons_active, monitor_claim_on, monitor_on, maintain_on)
table pgboss.version: select, update (flow_on, monitor_backoff_on)

-- What of the queue each of them may see and write

pgboss.job: ask for insert to arcade_app using () with check (((state = 'created'::pgboss.job_state) AND (retry_count = 0) AND (source_id IS NULL) AND (name !~ '_given_up$'::text)))
pgboss.job: of_workers for all to arcade_jobs using (true) with check ()
pgboss.job: told for select to arcade_app using ((created_on = now())) with check ()
pgboss.job_common: ask for insert to arcade_app using () with check (((state = 'created'::pgboss.job_state) AND (retry_count = 0) AND (source_id IS NULL) AND (name !~ '_given_up$'::text)))
pgboss.job_common: of_workers for all to arcade_jobs using (true) with check ()
pgboss.job_common: told for select to arcade_app using ((created_on = now())) with check ()
pgboss.job_dependency: of_workers for all to arcade_jobs using (true) with check ()
pgboss.queue: of_workers for all to arcade_jobs using (true) with check ()
pgboss.queue: read_by_asker for select to arcade_app using (true) with check ()
pgboss.version: of_workers for all to arcade_jobs using (true) with check ()
pgboss.version: read_by_asker for select to arcade_app using (true) with check ()
