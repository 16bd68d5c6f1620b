import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CaseStatus } from '#features/cases/contract.ts'
import { caseListCalls } from '#features/cases/list-contract.ts'
import { deliveryOf, statusesOfTab } from '#features/cases/rules.ts'
import { addDays, type Day, dayInZone } from '#kit/day.ts'
import { addressOf } from '#kit/web/call.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
import type { Dashboard } from '../contract.ts'
import { type CaseCard, caseCards, listBehind } from '../web/lists.ts'
import { lateAndDue } from '../web/sheet-words.ts'

const { make, as } = startTestApp()

/** Late evening in Paris: tomorrow in Auckland and on La Réunion, afternoon in Montreal. */
const now = new Date('2027-06-07T21:30:00Z')
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

type Call = Awaited<ReturnType<typeof as>>
const dashboardOf = async (call: Call) => {
  const response = await call('/api/dashboard')
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: Dashboard }).data
}

/** The totals of the lists behind the cards. */
async function countLists(call: Call, today: Day): Promise<Record<CaseCard, number>> {
  const lists = listBehind(today)
  const counts = caseCards.map(async card => {
    const response = await call(addressOf(caseListCalls.list, {}, lists[card]))
    return [card, ((await response.json()) as { page: { total: number } }).page.total] as const
  })
  return Object.fromEntries(await Promise.all(counts)) as Record<CaseCard, number>
}

type Promised = {
  status: CaseStatus
  firstDeliveryOn: Day | null
  deliveryDate: Day | null
  isDeliveryConfirmed: boolean
  movedFromOn: Day | null
  excusedOn: Day | null
}
const insert = (practice: TestPractice, { status, ...promise }: Promised) =>
  make.order(practice, {
    status,
    delivery_on: promise.deliveryDate,
    first_delivery_on: promise.firstDeliveryOn,
    is_delivery_confirmed: promise.isDeliveryConfirmed,
    moved_from_on: promise.movedFromOn,
    excused_on: promise.excusedOn,
    ...(status === 'on_hold' ? { hold_reason: 'other' } : {}),
  })

/** Computed with the rules that the screens use. */
function countByRules(cases: readonly Promised[], today: Day): Record<CaseCard, number> {
  const count = (fits: (one: Promised) => boolean) => cases.filter(fits).length
  return {
    deliveriesToday: count(one => statusesOfTab.in_progress.includes(one.status) && one.deliveryDate === today),
    impressionsReceived: count(({ status }) => status === 'in_preparation'),
    delayedDeliveries: count(one => deliveryOf(one, today, { maySeeAbsences: true })?.display === 'delayed'),
  }
}

/** Every kind of user of the practice: they all see its cases. */
const everybody: Record<string, unknown>[] = [
  { account_type: 'manager' },
  {},
  { is_practice_doctor: true },
  { is_dlcpm: true },
  { is_practice_doctor: true, is_dlcpm: true },
]

async function expectCards(cases: readonly Promised[], practice: TestPractice, users: TestUser[], today: Day) {
  const expected = countByRules(cases, today)
  for (const user of users) {
    const call = await as(user)
    const { cards, days } = await dashboardOf(call)
    const { outstandingInvoices: _, ...counted } = cards
    expect([practice.id, counted]).toEqual([practice.id, expected])
    expect(await countLists(call, today)).toEqual(expected)
    // Today's sheet shows what the card counts, beside what has already arrived.
    const { due } = lateAndDue(days.find(({ date }) => date === today)?.deliveries ?? [])
    const stillToCome = due.filter(({ status }) => statusesOfTab.in_progress.includes(status))
    expect(stillToCome).toHaveLength(expected.deliveriesToday)
    // Outstanding invoices are not compared: there are none here, and a practice doctor sees none.
  }
  return expected
}

it('each card counts as many as the list that it leads to, over every status and promise', async () => {
  const practice = await make.practice(await make.laboratory())
  const today = dayInZone(now, 'Europe/Paris')
  const days = [-3, -1, 0, 1, 4].map(days => addDays(today, days))
  const unmoved = { movedFromOn: null, excusedOn: null }
  const promises = [
    { deliveryDate: null, firstDeliveryOn: null, isDeliveryConfirmed: false, ...unmoved },
    ...days.flatMap(firstDeliveryOn =>
      days.flatMap(deliveryDate => {
        const promise = { deliveryDate, firstDeliveryOn, isDeliveryConfirmed: true, ...unmoved }
        return [
          promise,
          ...days.filter(day => day < deliveryDate).map(movedFromOn => ({ ...promise, movedFromOn })),
          ...days.filter(day => day > firstDeliveryOn).map(excusedOn => ({ ...promise, excusedOn })),
        ]
      }),
    ),
  ]
  const cases = CaseStatus.options.flatMap(status => promises.map(promise => ({ status, ...promise })))
  for (const one of cases) await insert(practice, one)
  const user = await make.user(practice)
  const { delayedDeliveries } = await expectCards(cases, practice, [user], today)
  expect(delayedDeliveries).toBeGreaterThan(50)
  expect(delayedDeliveries).toBeLessThan(cases.length / 2)
  // Only cases still to come are late, so the list of all cases has the same.
  const call = await as(user)
  const totalOf = async (tab: string) =>
    (await (await call(`/api/orders?tab=${tab}&delivery=delayed`)).json()).page.total as number
  expect(await totalOf('all')).toBe(await totalOf('in_progress'))
  expect(await totalOf('history')).toBe(0)
})

const anyDay = fc.integer({ min: -4, max: 4 })
const anyCase = fc.record({
  status: fc.constantFrom(...CaseStatus.options),
  promise: fc.option(fc.record({ first: anyDay, now: anyDay, isConfirmed: fc.boolean(), moved: anyDay }), { freq: 8 }),
})
const anyZone = fc.constantFrom('Europe/Paris', 'Pacific/Auckland', 'America/Montreal', 'Indian/Reunion')

it('… and over random practices, for everybody in them and nobody else', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyZone,
      fc.array(fc.array(anyCase, { maxLength: 25 }), { minLength: 2, maxLength: 3 }),
      async (time_zone, ofPractices) => {
        const today = dayInZone(now, time_zone)
        const laboratory = await make.laboratory({ time_zone })
        const made = await Promise.all(
          ofPractices.map(async drawn => {
            const practice = await make.practice(laboratory)
            const cases = drawn.map(({ status, promise }) => ({
              status,
              firstDeliveryOn: promise && addDays(today, promise.first),
              deliveryDate: promise && addDays(today, promise.now),
              isDeliveryConfirmed: promise?.isConfirmed ?? false,
              movedFromOn: promise && promise.moved > 0 ? addDays(today, promise.now - promise.moved) : null,
              excusedOn: null,
            }))
            for (const one of cases) await insert(practice, one)
            return { practice, cases, users: await Promise.all(everybody.map(values => make.user(practice, values))) }
          }),
        )
        for (const { practice, cases, users } of made) await expectCards(cases, practice, users, today)
      },
    ),
    { numRuns: 8 },
  )
})
