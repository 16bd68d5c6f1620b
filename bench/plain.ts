// What the product is measured against: the same rows in tables without policies, constraints or triggers, and the
// least that shows them. Words and columns are fixed here, so that the yardstick stays while the product changes.
import type pg from 'pg'
import type { Statement } from './recorded-statements.ts'
import { type Call, pathOf, type Subject } from './subjects.ts'

const copied = ['orders', 'order_products', 'order_events']

/** Made once and kept, like the rows of which they are copies. */
export async function copyToPlainTables(admin: pg.Client) {
  for (const table of copied) {
    const plain = `bench_${table}`
    const { rows } = await admin.query<{ has: boolean }>('select to_regclass($1) is not null as has', [
      `bench.${plain}`,
    ])
    if (rows[0]?.has) continue
    await admin.query('create schema if not exists bench; grant usage on schema bench to arcade_app')
    await admin.query('begin')
    await admin.query(`create table bench.${plain} (like public.${table} including generated including indexes)`)
    const { rows: columns } = await admin.query<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [`public.${table}`],
    )
    const names = columns[0]?.names
    await admin.query(`insert into bench.${plain} (${names}) select ${names} from public.${table}`)
    await admin.query(`grant select on bench.${plain} to arcade_app`)
    await admin.query('commit')
    await admin.query(`vacuum (analyze) bench.${plain}`)
  }
}

const shown = `id, code, patient, patient_code, prescriber, summary_fr, summary_en, status, print_type, wished_on,
  delivery_on, first_delivery_on, is_delivery_confirmed, moved_from_on, excused_on, appointment_at, hold_reason,
  hold_question, hold_answer, hold_answered_at, carrier, tracking_url, created_at`

const ofPractice = 'from bench.bench_orders where brand_id = $1 and practice_id = $2'

function plainStatementsOf(subject: Subject): Partial<Record<Call, Statement[]>> {
  const { brandId, practiceId, orderId } = subject
  return {
    list: [
      {
        name: 'page',
        text: `select ${shown} ${ofPractice} and status not in ('delivered', 'invoiced', 'cancelled')
          order by delivery_on, code limit 25`,
        values: [brandId, practiceId],
      },
      {
        name: 'count',
        text: `select status, count(*) ${ofPractice} group by status`,
        values: [brandId, practiceId],
      },
    ],
    one: [
      {
        name: 'order',
        text: `select ${shown}, total_cents, comment, ordered_by, prescriber_id ${ofPractice} and id = $3`,
        values: [brandId, practiceId, orderId],
      },
      {
        name: 'products',
        text: `select id, reference, label_fr, label_en, quantity, case_sequence, traceability, shade, complementary_shade,
            sector, implant_brand, implant_platform, note, pontics::smallint[], teeth::smallint[]
          from bench.bench_order_products where brand_id = $1 and order_id = $2 order by case_sequence`,
        values: [brandId, orderId],
      },
      {
        name: 'events',
        text: `select status, kind, at, note, absence_note from bench.bench_order_events
          where brand_id = $1 and order_id = $2 order by sequence`,
        values: [brandId, orderId],
      },
    ],
  }
}

/** By path, as the floor is asked for them. */
export const plainByPath = (subject: Subject): Record<string, Statement[]> =>
  Object.fromEntries(
    Object.entries(plainStatementsOf(subject)).map(([call, statements]) => [pathOf[call as Call](subject), statements]),
  )
