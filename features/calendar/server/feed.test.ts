import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readCalendar } from '#test/calendar.ts'
import { drawFeed, type FeedContent } from './feed.ts'
import { feedText } from './feed-text.ts'

const window = { today: '2027-05-05', first: '2027-04-05', last: '2028-05-04' }
const content = (changes: Partial<FeedContent>): FeedContent => ({
  companyName: 'Labo',
  language: 'fr',
  timeZone: 'Europe/Paris',
  origin: 'https://labo.test',
  cases: [],
  rides: [],
  absences: [],
  ...changes,
})
const oneCase = (changes: Partial<FeedContent['cases'][number]> = {}): FeedContent['cases'][number] => ({
  id: randomUUID(),
  code: 'T-1',
  patient_code: 'P-1',
  deliveryDate: '2027-05-05',
  status: 'in_production',
  firstDeliveryOn: '2027-05-05',
  isDeliveryConfirmed: true,
  movedFromOn: null,
  isMovedForDays: false,
  excusedOn: null,
  arrivedOn: null,
  delivery: { display: 'today' },
  appointment_at: '2027-05-06T07:30:00.000Z',
  appointment_on: '2027-05-06',
  created_at: '2027-05-01T08:00:00.000Z',
  changed_at: null,
  changes: null,
  ...changes,
})

/** The expected text: each run of control characters, including line ends, becomes a space. */
const plain = (words: string) => words.replace(/\p{Cc}+/gu, ' ')
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.stringMatching(/^[éßœ€😀\\;,:"\r\n^ a]{1,200}$/u),
  fc.constantFrom(
    'A\r\nEND:VEVENT\r\nBEGIN:VEVENT',
    'x\nATTACH:http://evil.test',
    '\\N\\n;,',
    ' \t',
    '"^n',
    'é'.repeat(150),
  ),
)

it('stays a calendar whatever codes and names are, and says them as they are', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (companyName, patient_code, code) => {
      const cases = [oneCase({ patient_code, code })]
      const { events, title } = readCalendar(drawFeed(feedText.fr, content({ companyName, cases }), window))
      expect(events).toHaveLength(2)
      expect(events.map(({ summary }) => summary)).toEqual([
        `Livraison ${plain(patient_code)}`,
        `Rendez-vous ${plain(patient_code)}`,
      ])
      for (const { description } of events) expect(description).toBe(`Travail ${plain(code)}`)
      expect(title ?? '').toBe(plain(companyName))
    }),
    { numRuns: 500 },
  )
})

it('is the same, byte for byte, as long as nothing changes', () => {
  const cases = [oneCase(), oneCase({ changed_at: '2027-05-02T09:00:00.000Z', changes: 3 })]
  const draw = () => drawFeed(feedText.en, content({ cases }), window)
  expect(draw()).toBe(draw())
  expect(readCalendar(draw()).events.map(({ sequence, changedAt }) => [sequence, changedAt])).toEqual([
    [0, '2027-05-01T08:00:00Z'],
    [0, '2027-05-01T08:00:00Z'],
    [3, '2027-05-02T09:00:00Z'],
    [3, '2027-05-02T09:00:00Z'],
  ])
})

it('a work that has missed its day is late, and looked for tomorrow, each day anew', () => {
  const row = oneCase({
    deliveryDate: '2027-05-03',
    firstDeliveryOn: '2027-05-03',
    delivery: { display: 'delayed', firstDate: '2027-05-03' },
    changed_at: '2027-05-02T09:00:00.000Z',
    changes: 3,
  })
  const told = (language: 'fr' | 'en', today = window.today) => {
    const drawn = drawFeed(feedText[language], content({ language, cases: [row] }), { ...window, today })
    const { summary, description, start, end, status, changedAt } = readCalendar(drawn).events[0] ?? {}
    return [summary, description, start, end, status, changedAt]
  }
  expect(told('fr')).toEqual([
    'Livraison retardée P-1',
    'Travail T-1 · sous 24\u00a0h · initialement le 3 mai',
    '2027-05-06',
    '2027-05-07',
    'TENTATIVE',
    '2027-05-04T22:00:00Z',
  ])
  expect(told('en')).toEqual([
    'Delayed delivery P-1',
    'Case T-1 · within 24\u00a0h · first planned for 3 May',
    '2027-05-06',
    '2027-05-07',
    'TENTATIVE',
    '2027-05-04T22:00:00Z',
  ])
  expect(told('fr', '2027-05-06').slice(2)).toEqual(['2027-05-07', '2027-05-08', 'TENTATIVE', '2027-05-05T22:00:00Z'])
})

it('one with a new day is late on that day, and no less when it has begun', () => {
  const late = { firstDeliveryOn: '2027-05-03', deliveryDate: '2027-05-05', status: 'shipped' } as const
  const row = oneCase({ ...late, delivery: { display: 'today', firstDate: '2027-05-03' } })
  for (const today of ['2027-05-04', '2027-05-05']) {
    const { events } = readCalendar(drawFeed(feedText.fr, content({ cases: [row] }), { ...window, today }))
    expect(events[0], today).toMatchObject({
      summary: 'Livraison retardée P-1',
      description: 'Travail T-1 · initialement le 3 mai',
      start: '2027-05-05',
      status: 'TENTATIVE',
      changedAt: '2027-05-01T08:00:00Z',
    })
  }
})

it('what left for its day and was noted by nobody is not certain to have come on it', () => {
  const row = oneCase({ deliveryDate: '2027-05-04', firstDeliveryOn: '2027-05-04', status: 'shipped' })
  expect(readCalendar(drawFeed(feedText.fr, content({ cases: [row] }), window)).events[0]).toMatchObject({
    summary: 'Livraison P-1',
    description: 'Travail T-1 · expédiée, arrivée non confirmée',
    start: '2027-05-04',
    status: 'TENTATIVE',
    changedAt: '2027-05-04T22:00:00Z',
  })
})

it('what has come stands on the day on which it has', () => {
  const row = oneCase({ deliveryDate: '2027-05-01', status: 'delivered', arrivedOn: '2027-05-04', delivery: null })
  expect(readCalendar(drawFeed(feedText.fr, content({ cases: [row] }), window)).events[0]).toMatchObject({
    summary: 'Livraison P-1',
    start: '2027-05-04',
    status: 'CONFIRMED',
  })
})

it('has every property that the standard wants, and names none twice', () => {
  const { calendar, events, property } = readCalendar(drawFeed(feedText.fr, content({ cases: [oneCase()] }), window))
  expect(property('version')).toBe('2.0')
  expect(property('prodid')).toBe('-//Arcade//Portal//FR')
  expect(property('refresh-interval')).toBe('PT1H')
  expect(property('x-wr-timezone')).toBe('Europe/Paris')
  expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vevent', 'vevent'])
  for (const { names } of events) expect(new Set(names).size).toBe(names.length)
})
