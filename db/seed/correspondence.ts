import type pg from 'pg'
import { holdAnswerNote } from '#features/cases/server/hold-answer-note.ts'
import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { versionOn } from './catalogue.ts'
import type { DemonstrationCase } from './demonstration-cases.ts'
import { insertRows } from './insert-rows.ts'
import { letters } from './letters.ts'
import type { Product } from './product.ts'
import type { Random } from './random.ts'

const minute = 60_000
const hour = 60 * minute

const lastEvent = ({ events }: DemonstrationCase) => String(events.at(-1)?.at)
const arrivedAt = ({ events }: DemonstrationCase) =>
  String(events.find(({ status }) => status === 'delivered')?.at ?? '')
const isPrescribed = ({ order }: DemonstrationCase) => order.ordered_by !== null
const byPractice = (cases: readonly DemonstrationCase[]) => [
  ...Map.groupBy(cases.filter(isPrescribed), ({ order }) => order.practice_id).values(),
]

/** The case that was made again, and the one that it has become. */
export type Remake = { original: DemonstrationCase; again: DemonstrationCase }

/**
 * One case of each practice is the remake of another: the same prescription once more, registered when the problem was
 * reported. To be called before the cases are inserted.
 */
export function makeRemakes(
  random: Random,
  cases: readonly DemonstrationCase[],
  catalogue: ReadonlyMap<string, Product>,
  today: Day,
): Remake[] {
  return byPractice(cases).flatMap(ofPractice => {
    const again = ofPractice.find(({ order }) => order.status === 'registered' || order.status === 'in_preparation')
    const original =
      again &&
      ofPractice
        .filter(({ order }) => order.status === 'delivered' || order.status === 'invoiced')
        .filter(arrived => arrivedAt(arrived) < String(again.order.created_at))
        .toSorted((a, b) => (arrivedAt(a) < arrivedAt(b) ? 1 : -1))[0]
    if (!again || !original) return []
    const { patient, patient_code, summary_fr, summary_en, print_type, prescriber, prescriber_id } = original.order
    const repeated = { patient, patient_code, summary_fr, summary_en, print_type, prescriber, prescriber_id }
    Object.assign(again.order, { ...repeated, ordered_by: original.order.ordered_by, comment: null })
    again.products = original.products.map(product => {
      const known = catalogue.get(String(product.reference))
      return {
        ...product,
        id: random.uuid(),
        order_id: again.order.id,
        product_version: known ? versionOn(known, again.createdOn, today).version : product.product_version,
        traceability: null,
      }
    })
    return [{ original, again }]
  })
}

type Parts = {
  brandId: string
  language: Language
  /** Who writes for the laboratory. */
  staffId: string
  cases: readonly DemonstrationCase[]
  remakes: readonly Remake[]
  now: Date
}

export type SeededProblem = { id: string; order: DemonstrationCase['order']; photo: string; reportedAt: string }

/** Threads, reported problems, and one question of the laboratory that has been answered. Returns what there are photos of. */
export async function insertCorrespondence(client: pg.Client, random: Random, parts: Parts): Promise<SeededProblem[]> {
  const { brandId, language, staffId, cases, remakes, now } = parts
  const words = letters[language]
  const messages: Record<string, unknown>[] = []
  const problems: Record<string, unknown>[] = []
  const photographed: SeededProblem[] = []
  const latest = (instant: number) => new Date(Math.min(instant, now.getTime() - 2 * minute)).toISOString()
  const ids = ({ order }: DemonstrationCase) => ({
    brand_id: brandId,
    practice_id: order.practice_id,
    order_id: order.id,
  })

  function write(about: DemonstrationCase, said: readonly { by: string; words: string }[], from: number) {
    for (const [index, { by, words }] of said.entries()) {
      messages.push({
        ...ids(about),
        id: random.uuid(),
        author_id: by === 'laboratory' ? staffId : about.order.ordered_by,
        is_from_laboratory: by === 'laboratory',
        body: words,
        created_at: latest(from + (index + 1) * 25 * minute),
      })
    }
  }

  for (const ofPractice of byPractice(cases)) {
    const isDelayed = ({ order }: DemonstrationCase) =>
      order.status === 'in_production' && order.delivery_on !== order.first_delivery_on
    const delayed = ofPractice.find(isDelayed)
    if (delayed) write(delayed, words.delayed, Date.parse(lastEvent(delayed)))
    const shipped = ofPractice.find(({ order }) => order.status === 'shipped')
    if (shipped) write(shipped, words.shipped, Date.parse(lastEvent(shipped)) - 2 * hour)

    // The first two questions are left for the reader to answer.
    const answered = ofPractice.filter(({ order }) => order.hold_reason === 'technical_response')[1]
    if (answered) {
      const at = latest(Date.parse(lastEvent(answered)) + 3 * hour)
      await client.query(
        `update orders set hold_answer = 'go_ahead', hold_answered_at = $3, hold_answered_by = $4
         where brand_id = $1 and id = $2`,
        [brandId, answered.order.id, at, answered.order.ordered_by],
      )
      const sequence = answered.events.length + 1
      const note = holdAnswerNote({ answer: 'go_ahead' }, language)
      await insertRows(client, 'order_events', [
        { ...ids(answered), sequence, status: 'on_hold', at, note, author_id: answered.order.ordered_by },
      ])
      write(answered, words.answered, Date.parse(at))
    }

    const remake = remakes.find(({ original }) => original.order.practice_id === ofPractice[0]?.order.practice_id)
    const arrived = ofPractice
      .filter(one => arrivedAt(one) && one !== remake?.original)
      .toSorted((a, b) => (arrivedAt(a) < arrivedAt(b) ? 1 : -1))
    const wrong = [remake?.original, ...arrived]
    for (const [index, { kind, description, answer }] of words.problems.entries()) {
      const about = wrong[index]
      if (!about) continue
      const again = index === 0 ? remake?.again : undefined
      const reportedAt = again ? Date.parse(String(again.order.created_at)) : Date.parse(arrivedAt(about)) + 26 * hour
      const id = random.uuid()
      const reported_at = latest(reportedAt)
      problems.push({
        ...ids(about),
        id,
        kind,
        description,
        remake_id: again?.order.id ?? null,
        reported_by: about.order.ordered_by,
        reported_at,
      })
      write(about, [{ by: 'laboratory', words: answer }], reportedAt)
      if (index < 2) photographed.push({ id, order: about.order, photo: words.photo, reportedAt: reported_at })
      if (again) {
        await client.query('update orders set remake_of = $3 where brand_id = $1 and id = $2', [
          brandId,
          again.order.id,
          about.order.id,
        ])
      }
    }
  }
  if (messages.length > 0) await insertRows(client, 'order_messages', messages)
  if (problems.length > 0) await insertRows(client, 'order_problems', problems)
  return photographed
}
