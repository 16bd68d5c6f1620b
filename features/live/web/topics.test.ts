import { globSync, readFileSync } from 'node:fs'
import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { foundBy } from '#app/staff/found-query.ts'
import { absenceList, changedByAbsence } from '#features/absences/web/queries.ts'
import { accountQuery } from '#features/account/web/queries.ts'
import { accountChangesQuery } from '#features/account/web/staff-queries.ts'
import { filesOf } from '#features/attachments/web/queries.ts'
import { auditLines } from '#features/audit/web/staff-queries.ts'
import { passkeyList } from '#features/auth/web/passkey-queries.ts'
import { sessionList } from '#features/auth/web/queries.ts'
import { decodeToken, type SignedInUser } from '#features/auth/web/token.ts'
import { accountsQuery, bookedIn } from '#features/bookkeeping/web/staff-queries.ts'
import { brandQuery } from '#features/brand/web/queries.ts'
import { staffBrand } from '#features/brand/web/staff-queries.ts'
import { calendarFeed } from '#features/calendar/web/queries.ts'
import { effectOf, staffCalendar } from '#features/calendar/web/staff-queries.ts'
import { capacity, capacityEffect } from '#features/capacity/web/staff-queries.ts'
import { messagesOf } from '#features/cases/web/message-queries.ts'
import { patientOf } from '#features/cases/web/patient-query.ts'
import { prescribersOf } from '#features/cases/web/prescriber-query.ts'
import { caseList, caseOne } from '#features/cases/web/queries.ts'
import {
  caseBoard,
  caseLoad,
  staffCaseFilters,
  staffCaseList,
  staffCaseOne,
  staffMessages,
} from '#features/cases/web/staff-queries.ts'
import { openProblems, requestList } from '#features/cases/web/staff-request-queries.ts'
import { statusCounts } from '#features/cases/web/status-counts.ts'
import { viewList } from '#features/cases/web/view-queries.ts'
import { catalogue } from '#features/catalogue/web/queries.ts'
import { productVersions, staffCatalogue } from '#features/catalogue/web/staff-queries.ts'
import { colleagueList } from '#features/colleagues/web/queries.ts'
import { complaintList } from '#features/complaints/web/staff-queries.ts'
import { firstStepsQuery } from '#features/dashboard/web/first-steps-query.ts'
import { dashboardQuery, toDoQuery } from '#features/dashboard/web/queries.ts'
import { waitingQuery } from '#features/dashboard/web/staff-queries.ts'
import { leavingUntil, runSheetOf } from '#features/deliveries/web/staff-queries.ts'
import { countedCases, figuresOf } from '#features/figures/web/staff-queries.ts'
import { importList } from '#features/imports/web/staff-queries.ts'
import { programList } from '#features/integration/web/staff-queries.ts'
import { invoiceList, invoiceOne, invoiceSummary } from '#features/invoices/web/queries.ts'
import {
  billingRuns,
  billingSettings,
  pieceList,
  pieceOne,
  practicesToBill,
  practiceToBill,
  reminderSettings,
} from '#features/invoices/web/staff-queries.ts'
import { subcontractorList } from '#features/materials/web/queries.ts'
import { lotOne, materialList, materialOne } from '#features/materials/web/staff-queries.ts'
import { noticeSettings, unreadQuery } from '#features/notices/web/queries.ts'
import { mailList } from '#features/notices/web/staff-queries.ts'
import {
  draftQuery,
  draftsQuery,
  patientsQuery,
  prescribersQuery,
  templatesQuery,
} from '#features/ordering/web/queries.ts'
import { offeredTo, promiseFor } from '#features/ordering/web/staff-queries.ts'
import { openPayments, paymentModes, paymentOne } from '#features/payments/web/queries.ts'
import { awaitedTransfers } from '#features/payments/web/staff-queries.ts'
import { mergingOf } from '#features/practices/web/merging-query.ts'
import { practiceList, practiceOne } from '#features/practices/web/queries.ts'
import { practicePrices, priceListOne, priceLists } from '#features/prices/web/staff-queries.ts'
import { ownErasure } from '#features/privacy/web/queries.ts'
import {
  casesByCode,
  erasureList,
  namesOver,
  removalList,
  retentionQuery,
} from '#features/privacy/web/staff-queries.ts'
import { rideList } from '#features/rides/web/queries.ts'
import { pickupBoard } from '#features/rides/web/staff-queries.ts'
import { signupList, signupOne } from '#features/signup/web/staff-queries.ts'
import { staffNoticesQuery, teamQuery } from '#features/staff/web/staff-queries.ts'
import { stationList } from '#features/stations/web/queries.ts'
import { availableSupplies, supplyOrders } from '#features/supplies/web/queries.ts'
import { staffSupplies } from '#features/supplies/web/settings-queries.ts'
import { supplyRequests } from '#features/supplies/web/staff-queries.ts'
import { benchSheet, sheetQueue } from '#features/traceability/web/staff-queries.ts'
import { addDays, dayInZone, weekday } from '#kit/day.ts'
import { setUpCalls } from '#kit/web/call.ts'
import { listenTo } from '#test/events.ts'
import { startTestApp } from '#test/harness.ts'
import { topicNeeds } from '../contract.ts'
import { changed, everyTopic, type Shown } from './use-changed.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const client = new QueryClient()
const claims = Buffer.from(JSON.stringify({ id: '1', exp: 1, kind: 'staff', role: 'administrator' }))
const administrator = decodeToken(`h.${claims.toString('base64url')}.s`) as SignedInUser
const queries = {
  capacity,
  capacityEffect: capacityEffect('{}'),
  absences: absenceList('upcoming'),
  account: accountQuery,
  accountChanges: accountChangesQuery,
  attachments: filesOf({ orderId: '1' }),
  attachmentsOfDraft: filesOf({ draftId: '1' }),
  auditLines: auditLines({}),
  awaitedTransfers,
  billingRuns,
  billingSettings,
  brand: brandQuery,
  calendar: calendarFeed,
  caseReaders: casesByCode('T-1'),
  caseBoard: caseBoard({}),
  caseLoad: caseLoad('1'),
  case: caseOne('1', client),
  casePatient: patientOf('1'),
  casePrescribers: prescribersOf,
  caseStatuses: statusCounts({}),
  caseViews: viewList,
  cases: caseList({ tab: 'all', page: 1 }),
  catalogue: catalogue(),
  colleagues: colleagueList,
  complaints: complaintList({}),
  dashboard: dashboardQuery({}),
  draft: draftQuery('1'),
  drafts: draftsQuery,
  effect: effectOf({ what: 'year', year: 2031 }),
  erasures: erasureList,
  booked: bookedIn({ from: '2026-01-01', to: '2026-01-31' }),
  accounts: accountsQuery,
  figures: figuresOf({ from: '2026-01-01', to: '2026-01-31' }),
  countedCases: countedCases({ from: '2026-01-01', to: '2026-01-31', list: 'late', page: 1 }),
  firstSteps: firstStepsQuery,
  found: foundBy('T-4711', administrator),
  importList,
  invoices: invoiceList({ page: 1, sort_by: 'date', sort_order: 'DESC' }),
  invoice: invoiceOne('1'),
  invoiceSummary,
  lot: lotOne('1'),
  mails: mailList,
  materials: materialList(''),
  material: materialOne('1'),
  leaving: leavingUntil(),
  messages: messagesOf('1', client),
  noticeSettings,
  ownErasure,
  openPayments,
  passkeys: passkeyList,
  patients: patientsQuery('P-77'),
  payment: paymentOne('1'),
  paymentModes,
  pickups: pickupBoard(),
  pieces: pieceList({ page: 1, sort_by: 'date', sort_order: 'DESC' }),
  piece: pieceOne('1'),
  practice: practiceOne('1'),
  programs: programList,
  practicePrices,
  priceList: priceListOne('1'),
  priceLists,
  practices: practiceList(''),
  merging: mergingOf('1', '2'),
  practicesToBill: practicesToBill({}),
  practiceToBill: practiceToBill('1'),
  productVersions: productVersions('1'),
  prescribers: prescribersQuery,
  reminderSettings,
  removals: removalList,
  retention: retentionQuery,
  namesOver: namesOver(12),
  openProblems,
  requests: requestList(),
  rides: rideList,
  runSheet: runSheetOf(),
  sessions: sessionList,
  sheets: sheetQueue(1),
  sheet: benchSheet('1'),
  signup: signupOne('1'),
  signups: signupList('waiting'),
  staffBrand,
  staffCalendar,
  staffCatalogue,
  staffSupplies,
  staffCase: staffCaseOne('1'),
  staffCaseFilters,
  staffCases: staffCaseList({ tab: 'all', page: 1 }),
  staffMessages: staffMessages('1'),
  staffOrdering: offeredTo('1'),
  staffPromise: promiseFor('1', undefined),
  stations: stationList,
  subcontractors: subcontractorList,
  supplies: availableSupplies,
  supplyOrders,
  staffNotices: staffNoticesQuery,
  supplyRequests: supplyRequests('open'),
  team: teamQuery,
  templates: templatesQuery,
  toDo: toDoQuery,
  unread: unreadQuery,
  waiting: waitingQuery,
}

type Place = { day: string; orderId: string; name: string }
/** A working day for which it is not too late. */
const [day = ''] = [7, 8, 9]
  .map(ahead => addDays(dayInZone(new Date(), 'Europe/Paris'), ahead))
  .filter(day => weekday(day) < 6)
const problem = { kind: 'other', description: 'Too late.', remake: false }

/** The queries that become outdated on a screen that has loaded all of them. */
async function outdatedBy(...topics: readonly Shown[]) {
  for (const { queryKey, meta } of Object.values(queries))
    await client.fetchQuery({ queryKey: queryKey as readonly unknown[], ...(meta && { meta }), queryFn: () => 1 })
  await changed(client, topics)
  return Object.entries(queries)
    .filter(([, { queryKey }]) => client.getQueryState(queryKey as readonly unknown[])?.isInvalidated)
    .map(([name]) => name)
}

it.each<[Shown, string[]]>([
  [
    'orders',
    [
      'caseBoard',
      'caseLoad',
      'case',
      'casePatient',
      'casePrescribers',
      'caseStatuses',
      'cases',
      'complaints',
      'dashboard',
      'found',
      'invoiceSummary',
      'leaving',
      'messages',
      'patients',
      'pickups',
      'merging',
      'practicesToBill',
      'practiceToBill',
      'prescribers',
      'openProblems',
      'requests',
      'rides',
      'runSheet',
      'sheets',
      'sheet',
      'staffCase',
      'staffCases',
      'staffMessages',
      'staffPromise',
      'toDo',
      'waiting',
    ],
  ],
  ['attachments', ['attachments', 'attachmentsOfDraft', 'case', 'staffCase', 'toDo']],
  ['absences', ['absences', 'catalogue', 'dashboard']],
  [
    'closures',
    [
      'capacity',
      'capacityEffect',
      'catalogue',
      'dashboard',
      'effect',
      'firstSteps',
      'leaving',
      'rides',
      'staffCalendar',
      'staffOrdering',
      'staffPromise',
    ],
  ],
  ['rides', ['case', 'dashboard', 'pickups', 'rides', 'runSheet', 'staffPromise', 'waiting']],
  ['supplies', ['staffSupplies', 'supplies', 'supplyOrders', 'supplyRequests', 'waiting']],
  ['signups', ['found', 'practice', 'practices', 'merging', 'signup', 'signups', 'waiting']],
  ['staff', ['team']],
  ['sheets', ['complaints', 'lot', 'materials', 'material', 'sheets', 'sheet', 'subcontractors']],
  ['account', ['account', 'accountChanges', 'erasures', 'ownErasure', 'waiting']],
  ['colleagues', ['colleagues', 'prescribers']],
  [
    'invoices',
    [
      'awaitedTransfers',
      'billingRuns',
      'billingSettings',
      'case',
      'casePatient',
      'caseStatuses',
      'cases',
      'dashboard',
      'booked',
      'accounts',
      'found',
      'invoices',
      'invoice',
      'invoiceSummary',
      'openPayments',
      'payment',
      'pieces',
      'piece',
      'practicesToBill',
      'practiceToBill',
      'reminderSettings',
      'staffCase',
      'staffCases',
      'toDo',
    ],
  ],
  ['unread', ['toDo', 'unread']],
  ['drafts', ['drafts', 'toDo']],
  ['views', ['caseViews']],
  ['programs', ['programs']],
  ['stations', ['caseBoard', 'found', 'staffCase', 'staffCases', 'stations']],
  [
    'language',
    [
      'capacity',
      'caseBoard',
      'case',
      'casePatient',
      'cases',
      'catalogue',
      'dashboard',
      'drafts',
      'found',
      'leaving',
      'openProblems',
      'requests',
      'rides',
      'runSheet',
      'staffCase',
      'staffCaseFilters',
      'staffCases',
      'staffOrdering',
      'supplies',
      'supplyOrders',
      'supplyRequests',
    ],
  ],
  [
    'catalogue',
    [
      'capacity',
      'capacityEffect',
      'catalogue',
      'firstSteps',
      'importList',
      'practicePrices',
      'priceList',
      'priceLists',
      'productVersions',
      'staffBrand',
      'staffCatalogue',
    ],
  ],
  ['brand', ['brand', 'firstSteps', 'staffBrand']],
])('what is told of %s is loaded anew, and nothing else', async (topic, outdated) => {
  expect(await outdatedBy(topic)).toEqual(outdated)
})

it('every topic is shown somewhere', async () => {
  for (const topic of everyTopic) expect(await outdatedBy(topic), topic).not.toEqual([])
})

describe('the server tells of', () => {
  const { app, make, as, owner } = startTestApp()

  it('what a screen of the laboratory’s people shows, to whoever may read it', async () => {
    const endpoints = app.api.endpoints.filter(({ path }) => path.startsWith('/api/staff/'))
    const asked: string[] = []
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address)
      return Response.json({ data: [] })
    })
    setUpCalls({ apiOrigin: '' })
    const told: string[] = []
    // The results of quick access are fetched in several places.
    const { found: _several, ...ofOnePlace } = queries
    for (const query of Object.values(ofOnePlace)) {
      asked.length = 0
      const asking: { queryKey: QueryKey } = query
      await new QueryClient().prefetchQuery(asking)
      const endpoint = endpoints.find(({ path }) => path === asked[0])
      for (const topic of endpoint ? everyTopic.filter(topic => query.meta?.topics.includes(topic)) : []) {
        expect(topicNeeds[topic], `${topic}, for ${endpoint?.path}`).toContain(endpoint?.needs)
        told.push(topic)
      }
    }
    expect(told).toEqual(expect.arrayContaining(['orders', 'rides', 'supplies']))
  })

  it('what the product knows as a topic, and of nothing else', async () => {
    const { rows } = await owner.query<{ topic: string }>(
      `select distinct trim(trailing '\\000' from encode(tgargs, 'escape')) as topic
       from pg_trigger where tgfoid in ('tell_change'::regproc, 'tell_laboratory'::regproc, 'tell_unread'::regproc)`,
    )
    expect(rows.map(({ topic }) => topic).toSorted()).toEqual([...everyTopic].toSorted())
  })

  it.each<[string, readonly Shown[], (place: Place) => [string, object]]>([
    [
      'an absence that moves a case',
      changedByAbsence,
      ({ day }) => ['/api/absences', { from: day, to: day, deliveryPossible: false }],
    ],
    ['a pickup', ['rides'], ({ day }) => ['/api/rides', { date: day, shift: 'PM' }]],
    ['a case that is taken back', ['orders'], ({ orderId }) => [`/api/orders/${orderId}/cancel`, {}]],
    ['a problem', ['orders'], ({ orderId }) => [`/api/orders/${orderId}/problems`, problem]],
    [
      'a request for supplies',
      ['supplies'],
      ({ name }) => ['/api/supply-orders', { supplies: [{ name, quantity: 1 }] }],
    ],
  ])('%s, with the topics that its own screen loads anew', async (_, topics, act) => {
    const practice = await make.practice(await make.laboratory())
    const { name } = await make.supply(practice.laboratory)
    const call = await as(await make.user(practice))
    const events = listenTo(await call('/api/events'))
    await events.next('ready')
    const heard = async () => (await events.next('change')).topics
    const { id: orderId } = await make.order(practice, { delivery_on: day, status: 'registered' })
    // Events come in order: once the set-up has been heard, none of it can be mistaken for what follows.
    while (!(await heard()).includes('orders'));
    const [path, body] = act({ day, orderId, name })
    expect((await call(path, { method: 'POST', body })).ok).toBe(true)
    const told = new Set<Shown>()
    while (told.size < topics.length) for (const topic of await heard()) told.add(topic)
    expect([...told].toSorted()).toEqual([...topics].toSorted())
    await events.close()
  })
})

const sources = globSync(['features/*/web/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}', 'kit/web/**/*.{ts,tsx}'])
  .filter(path => !path.includes('.test.'))
  .map(path => ({ path, text: readFileSync(path, 'utf8') }))
const placesOf = (pattern: RegExp) => sources.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(() => path))

it('every query of the product says what it shows', () => {
  const queryFns = placesOf(/\bqueryFn:/g)
  expect(queryFns.length).toBeGreaterThanOrEqual(Object.keys(queries).length)
  expect(placesOf(/\bmeta: \{ topics: \[/g)).toEqual(queryFns)
})

it('nothing is loaded anew by a key that somebody has written out', () => {
  expect(placesOf(/(invalidate|refetch|reset|remove)Queries\(\{\s*(queryKey: \[|predicate: \(\{ queryKey)/g)).toEqual(
    [],
  )
})

it('no query of the laboratory’s people is left out here', () => {
  const here = readFileSync(import.meta.filename, 'utf8')
  const files = sources.filter(({ path, text }) => /\/staff[/-]/.test(path) && text.includes('queryOptions('))
  expect(files.length).toBeGreaterThan(15)
  expect(files.filter(({ path }) => !here.includes(`'#${path}'`))).toEqual([])
})
