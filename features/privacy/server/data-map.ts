import type { DB } from '#db/schema.ts'

type Columns<T extends keyof DB> = readonly (keyof DB[T] & string)[]

/** A table with rows about a person. */
type Personal<T extends keyof DB> = {
  /** The column with the person's id. */
  of: keyof DB[T] & string
  /** Columns in the person's copy of their data. */
  copied: Columns<T>
  /** Columns left out: keys, other people's decisions, secrets. */
  leftOut: Columns<T>
  /** Only copied for users with this right. */
  needs?: 'absences' | 'invoices'
}
/** A table whose rows belong to a row about a person. */
type Detail<T extends keyof DB> = { copied: Columns<T>; leftOut: Columns<T> }

const personal = <T extends keyof DB>(entry: Personal<T>) => entry
const detail = <T extends keyof DB>(entry: Detail<T>) => entry

/**
 * The tables with personal data, column by column: exports are made from this, and a test compares it with the database, so that
 * no table and no column is forgotten.
 */
export const personalTables = {
  users: personal<'users'>({
    of: 'id',
    copied: [
      'title',
      'first_name',
      'last_name',
      'login',
      'email',
      'phone',
      'country_code',
      'language',
      'account_type',
      'is_practice_doctor',
      'is_dlcpm',
      'role',
      'created_at',
    ],
    leftOut: [
      'brand_id',
      'id',
      'kind',
      'practice_id',
      'password_hash',
      'disabled_at',
      'disabled_by',
      'erased_at',
      'import_id',
    ],
  }),
  sessions: personal<'sessions'>({
    of: 'user_id',
    copied: ['device', 'second_factor', 'created_at', 'used_at', 'ended_at', 'ended_because'],
    leftOut: ['brand_id', 'id', 'user_id', 'refresh_seed', 'refresh_generation', 'rotated_at'],
  }),
  authenticators: personal<'authenticators'>({
    of: 'user_id',
    copied: ['created_at', 'confirmed_at'],
    leftOut: ['brand_id', 'user_id', 'secret', 'last_step'],
  }),
  recovery_codes: personal<'recovery_codes'>({
    of: 'user_id',
    copied: ['created_at'],
    leftOut: ['brand_id', 'user_id', 'code_hash'],
  }),
  passkeys: personal<'passkeys'>({
    of: 'user_id',
    copied: ['name', 'device', 'host', 'is_backed_up', 'created_at', 'used_at'],
    leftOut: ['brand_id', 'id', 'user_id', 'place', 'credential_id', 'public_key', 'counter', 'transports'],
  }),
  password_links: personal<'password_links'>({
    of: 'user_id',
    copied: ['purpose', 'created_at', 'expires_at'],
    leftOut: ['brand_id', 'user_id', 'token_hash'],
  }),
  calendar_feeds: personal<'calendar_feeds'>({
    of: 'user_id',
    copied: ['created_at'],
    leftOut: ['brand_id', 'user_id', 'secret_hash'],
  }),
  notice_choices: personal<'notice_choices'>({
    of: 'user_id',
    copied: ['kind', 'way'],
    leftOut: ['brand_id', 'practice_id', 'user_id'],
  }),
  notice_digests: personal<'notice_digests'>({
    of: 'user_id',
    copied: ['hour', 'made_at'],
    leftOut: ['brand_id', 'user_id'],
  }),
  staff_notices_declined: personal<'staff_notices_declined'>({
    of: 'user_id',
    copied: ['kind'],
    leftOut: ['brand_id', 'user_id'],
  }),
  unread_cases: personal<'unread_cases'>({
    of: 'user_id',
    copied: ['order_id', 'since'],
    leftOut: ['brand_id', 'practice_id', 'user_id', 'news'],
  }),
  account_changes: personal<'account_changes'>({
    of: 'requested_by',
    copied: ['id', 'part', 'requested_at', 'state', 'decided_at', 'reason'],
    leftOut: ['brand_id', 'practice_id', 'requested_by', 'subject_id', 'decided_by'],
  }),
  erasure_requests: personal<'erasure_requests'>({
    of: 'user_id',
    copied: ['requested_at', 'state', 'decided_at', 'reason'],
    leftOut: ['brand_id', 'practice_id', 'id', 'user_id', 'decided_by'],
  }),
  orders: personal<'orders'>({
    of: 'ordered_by',
    copied: [
      'id',
      'code',
      'patient',
      'patient_code',
      'status',
      'print_type',
      'prescriber',
      'summary_fr',
      'summary_en',
      'wished_on',
      'delivery_on',
      'appointment_at',
      'comment',
      'scan_platform',
      'scan_case',
      'scan_url',
      'practice_reference',
      'created_at',
    ],
    leftOut: [
      'import_id',
      'brand_id',
      'practice_id',
      'ordered_by',
      'prescriber_id',
      'remake_of',
      'first_delivery_on',
      'is_delivery_confirmed',
      'moved_from_on',
      'excused_on',
      'held_from',
      'hold_reason',
      'hold_question',
      'hold_answer',
      'hold_answered_at',
      'hold_answered_by',
      'carrier',
      'tracking_url',
      'tracking_number',
      'total_cents',
      'search_text',
      'patient_surname',
      'is_signed',
      'problem_states',
      'has_unanswered_problem',
      'technician_id',
      'changed_at',
      'asked_at',
      'accepted_at',
    ],
  }),
  order_drafts: personal<'order_drafts'>({
    of: 'user_id',
    copied: ['content', 'updated_at'],
    leftOut: ['brand_id', 'id', 'user_id', 'content_version', 'version'],
  }),
  order_templates: personal<'order_templates'>({
    of: 'created_by',
    copied: ['name', 'content', 'created_at'],
    leftOut: ['brand_id', 'practice_id', 'id', 'content_version', 'created_by'],
  }),
  case_views: personal<'case_views'>({
    of: 'user_id',
    copied: ['name', 'content', 'created_at'],
    leftOut: ['brand_id', 'user_id', 'id', 'content_version'],
  }),
  order_messages: personal<'order_messages'>({
    of: 'author_id',
    copied: ['order_id', 'body', 'created_at'],
    leftOut: ['brand_id', 'practice_id', 'id', 'sequence', 'author_id', 'is_from_laboratory'],
  }),
  order_problems: personal<'order_problems'>({
    of: 'reported_by',
    copied: [
      'order_id',
      'kind',
      'description',
      'teeth',
      'is_adjustment',
      'reported_at',
      'answer',
      'answered_at',
      'put_right_on',
      'settled_at',
    ],
    leftOut: ['brand_id', 'practice_id', 'id', 'remake_id', 'reported_by', 'answered_by', 'settled_by', 'is_decided'],
  }),
  order_requests: personal<'order_requests'>({
    of: 'asked_by',
    copied: ['order_id', 'kind', 'wished_on', 'words', 'asked_at', 'state', 'granted_on', 'answer', 'decided_at'],
    leftOut: ['brand_id', 'practice_id', 'id', 'change', 'change_version', 'asked_by', 'decided_by'],
  }),
  // Except files that staff have added, at the bench or at a door: they show patients and belong to the laboratory, and former
  // employees have no right to them.
  attachments: personal<'attachments'>({
    of: 'created_by',
    copied: ['id', 'order_id', 'name', 'type', 'size', 'created_at'],
    leftOut: [
      'brand_id',
      'practice_id',
      'draft_id',
      'problem_id',
      'state',
      'sha256',
      'is_compressed',
      'role',
      'created_by',
      'hand_over_id',
      'of_laboratory',
    ],
  }),
  absences: personal<'absences'>({
    of: 'created_by',
    needs: 'absences',
    copied: ['from_on', 'from_shift', 'to_on', 'to_shift', 'repeats', 'is_delivery_possible', 'created_at'],
    leftOut: ['brand_id', 'practice_id', 'id', 'series_id', 'created_by'],
  }),
  rides: personal<'rides'>({
    of: 'created_by',
    copied: ['day', 'shift', 'complementary_information', 'status', 'created_at'],
    leftOut: ['brand_id', 'practice_id', 'id', 'created_by', 'status_by', 'status_at', 'stands_for'],
  }),
  supply_orders: personal<'supply_orders'>({
    of: 'created_by',
    copied: ['id', 'status', 'created_at'],
    leftOut: ['brand_id', 'practice_id', 'created_by', 'status_by', 'status_at'],
  }),
  hand_overs: personal<'hand_overs'>({
    of: 'done_by',
    copied: ['day', 'outcome', 'done_at'],
    leftOut: ['brand_id', 'practice_id', 'id', 'is_at_other_door', 'received_by', 'signature', 'done_by', 'told_at'],
  }),
  payments: personal<'payments'>({
    of: 'created_by',
    needs: 'invoices',
    copied: [
      'reference',
      'mode',
      'amount_cents',
      'currency',
      'status',
      'refunded_cents',
      'created_at',
      'settled_at',
      'failed_at',
    ],
    leftOut: [
      'brand_id',
      'practice_id',
      'id',
      'provider',
      'provider_reference',
      'received_on',
      'note',
      'means',
      'payer_reference',
      'created_by',
      'disputed_at',
    ],
  }),
  invoices: personal<'invoices'>({
    of: 'decided_by',
    needs: 'invoices',
    copied: ['piece_code', 'decision', 'question', 'answer', 'decided_at'],
    leftOut: [
      'brand_id',
      'practice_id',
      'id',
      'type',
      'program_id',
      'year',
      'number',
      'issued_on',
      'due_on',
      'currency',
      'net_cents',
      'vat_cents',
      'amount_cents',
      'settled_cents',
      'pending_cents',
      'status',
      'due_cents',
      'corrects_id',
      'payment_id',
      'returned_as',
      'reason',
      'decided_by',
      'created_by',
      'created_at',
    ],
  }),
  feedback: personal<'feedback'>({
    of: 'author_id',
    copied: ['body', 'created_at'],
    leftOut: ['brand_id', 'practice_id', 'id', 'author_id'],
  }),
  material_lots: personal<'material_lots'>({
    of: 'checked_by',
    copied: ['number', 'arrived_on', 'checked_by_name', 'checked_at'],
    leftOut: [
      'brand_id',
      'id',
      'material_id',
      'expires_on',
      'checked_by',
      'state',
      'blocked_because',
      'blocked_by',
      'blocked_by_name',
      'blocked_at',
      'created_at',
    ],
  }),
  recall_notices: personal<'recall_notices'>({
    of: 'told_by',
    copied: ['order_id', 'told_by_name', 'told_at'],
    leftOut: ['brand_id', 'practice_id', 'lot_id', 'message_id', 'told_by'],
  }),
  complaint_decisions: personal<'complaint_decisions'>({
    of: 'decided_by',
    copied: ['is_serious', 'cause', 'note', 'decided_by_name', 'decided_at'],
    leftOut: ['brand_id', 'practice_id', 'problem_id', 'sequence', 'decided_by'],
  }),
  release_checks: personal<'release_checks'>({
    of: 'checked_by',
    copied: ['order_id', 'version', 'points', 'note', 'checked_by_name', 'checked_at'],
    leftOut: ['brand_id', 'practice_id', 'id', 'checked_by'],
  }),
  traceability_statements: personal<'traceability_statements'>({
    of: 'signed_by',
    copied: ['number', 'version', 'signed_by_name', 'signed_at', 'kept_until'],
    leftOut: ['brand_id', 'practice_id', 'order_id', 'content', 'content_version', 'signed_by'],
  }),
}
export type PersonalTable = keyof typeof personalTables

/** The table that each belongs to, and its foreign key. */
export const details = {
  account_change_fields: {
    of: 'account_changes',
    by: 'change_id',
    ...detail<'account_change_fields'>({
      copied: ['change_id', 'field', 'before', 'after'],
      leftOut: ['brand_id', 'practice_id', 'subject_id', 'state'],
    }),
  },
  order_products: {
    of: 'orders',
    by: 'order_id',
    ...detail<'order_products'>({
      copied: ['order_id', 'label_fr', 'label_en', 'quantity', 'teeth', 'sector', 'shade', 'note'],
      leftOut: [
        'brand_id',
        'practice_id',
        'id',
        'case_sequence',
        'reference',
        'product_version',
        'traceability',
        'complementary_shade',
        'pontics',
        'implant_brand',
        'implant_platform',
        'own_price_cents',
        'listed_price_cents',
        'own_vat',
        'changed_at',
      ],
    }),
  },
  supply_order_lines: {
    of: 'supply_orders',
    by: 'supply_order_id',
    ...detail<'supply_order_lines'>({
      copied: ['supply_order_id', 'name', 'quantity'],
      leftOut: ['brand_id', 'practice_id'],
    }),
  },
} as const satisfies Record<
  string,
  { of: PersonalTable; by: string; copied: readonly string[]; leftOut: readonly string[] }
>
export type DetailTable = keyof typeof details

/** Tables that are not copied, and why. */
export const copiedElsewhere = {
  practices: 'The practice’s own: it stands on /account, and its cases are its managers’ copy.',
  audit_events: 'In a file of its own, through tenant.lines_about_me.',
  idempotency_keys: 'Answers that were given already, for 48 hours.',
  kept_answer_subjects: 'By which ids those answers are found.',
  mails: 'What was written to the address that stands with the person; its text goes when it is sent.',
  notices: 'Gone within minutes into the mail that they become.',
  signup_requests: 'Of somebody who has no account yet; what became of it is the account.',
  program_addresses: 'Of software, which is nobody.',
  program_keys: 'Of software, which is nobody; who of the staff made one stands in the audit.',
  program_orders: 'By what software knows a case.',
  program_payments: 'By what software knows a payment that it has told of.',
  program_pieces: 'By what software knows a piece that it has issued.',
  program_practices: 'By what software knows a practice.',
  sign_in_challenges: 'What stands between password and code, for ten minutes at most.',
  allocations: 'Which payment settles which invoice: the books, which belong to the practice and the laboratory.',
  card_refunds:
    'What whoever took a card was asked to give back, and who of the staff asked; it stands in the audit too.',
  billing_runs: 'The books, as the laboratory makes them.',
  order_events: 'The way of a case; who of the laboratory has taken a step stands in the audit too.',
  order_product_materials: 'What the bench used for a case.',
  set_prices: 'What a case costs, and who of the staff has said so; it stands in the audit too.',
  products: 'What the laboratory offers, and who of its staff has said so.',
  merged_practices: 'Which practices have gone into which, and who of the staff has said so.',
  imports: 'Which files the laboratory has brought in, and who of its staff did; the file itself goes with it.',
} as const satisfies Partial<Record<keyof DB, string>>
