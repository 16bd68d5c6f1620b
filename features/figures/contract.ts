import * as v from 'valibot'
import { Day, data, endpoint, Id, Page, PageNumber } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import { isInOrder, isShort } from '#kit/period.ts'
import { causes, listings } from './rules.ts'

const count = v.pipe(v.number(), v.integer())

/** Both days inclusive; a year at most. */
const PeriodQuery = v.pipe(
  v.strictObject({ from: RealDay, to: RealDay }),
  v.forward(
    v.check(days => isInOrder(days), 'period_wrong'),
    ['to'],
  ),
  v.forward(
    v.check(days => isShort(days), 'period_too_long'),
    ['to'],
  ),
)

/** Cases delivered in the period: all, those with a promised day, those that met it, and those with a remake. */
export const Counts = v.object({ delivered: count, promised: count, onTime: count, remade: count })
export type Counts = v.InferOutput<typeof Counts>

const Named = v.object({ id: v.string(), name: v.string(), ...Counts.entries })
export type Named = v.InferOutput<typeof Named>

const Figures = v.object({
  all: Counts,
  months: v.array(v.object({ month: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/)), ...Counts.entries })),
  practices: v.array(Named),
  technicians: v.array(v.object({ ...Named.entries, id: v.nullable(Id), name: v.nullable(v.string()) })),
  products: v.array(Named),
  /** Late cases by cause, with the total of days late. */
  late: v.array(v.object({ cause: v.picklist(causes), cases: count, days: count })),
  answers: v.object({
    asked: count,
    answered: count,
    /** Median over the answered messages; null without any. */
    medianMinutes: v.nullable(count),
    within: v.array(v.object({ hours: count, answered: count })),
  }),
  /** Median minutes between two scans at a place, per case and per element. `product` is null where several share the time. */
  stations: v.array(
    v.object({
      station: v.string(),
      reference: v.nullable(v.string()),
      product: v.nullable(v.string()),
      cases: count,
      minutes: v.number(),
      minutesEach: v.number(),
    }),
  ),
  ahead: v.object({
    late: count,
    undated: count,
    days: v.array(v.object({ day: Day, cases: count })),
  }),
})
export type Figures = v.InferOutput<typeof Figures>

const CountedCase = v.object({
  id: Id,
  code: v.string(),
  practice: v.string(),
  technician: v.nullable(v.string()),
  promisedOn: v.nullable(Day),
  deliveredOn: Day,
  /** Only for late cases. */
  cause: v.nullable(v.picklist(causes)),
  remake: v.nullable(v.object({ id: Id, code: v.string() })),
})
export type CountedCase = v.InferOutput<typeof CountedCase>

const CountedQuery = v.pipe(
  v.strictObject({
    from: RealDay,
    to: RealDay,
    list: v.picklist(listings),
    practiceId: v.optional(Id),
    /** `nobody`: cases without a technician. */
    technician: v.optional(v.union([v.literal('nobody'), Id])),
    product: v.optional(v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(60, 'too_long'))),
    cause: v.optional(v.picklist(causes)),
    page: PageNumber,
  }),
  v.forward(
    v.check(days => isInOrder(days), 'period_wrong'),
    ['to'],
  ),
  v.forward(
    v.check(days => isShort(days), 'period_too_long'),
    ['to'],
  ),
)
export type CountedQuery = v.InferOutput<typeof CountedQuery>

/** The downloadable table has more. */
export const mostShown = 200

export const staffFigureCalls = {
  figures: endpoint({
    method: 'GET',
    path: '/api/staff/figures',
    needs: 'figures',
    summary: `How the work has gone in a period of a year at most, and what is ahead; ${mostShown} practices and products at most, those with most cases`,
    query: PeriodQuery,
    reply: data(Figures),
  }),
  cases: endpoint({
    method: 'GET',
    path: '/api/staff/figures/cases',
    needs: 'figures',
    summary: 'The cases that a figure counts, latest delivery first, 25 a page',
    query: CountedQuery,
    reply: v.object({ data: v.array(CountedCase), page: Page }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/staff/figures/export',
    needs: 'figures',
    summary: 'The tables behind the figures as CSV, all practices and products',
    query: PeriodQuery,
    reply: 'binary',
  }),
}
