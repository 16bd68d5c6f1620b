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
  moved: undefined,
  appointment_at: '2027-05-06T07:30:00.000Z',
  appointment_on: '2027-05-06',
  created_at: '2027-05-01T08:00:00.000Z',
  changed_at: null,
  changes: null,
  ...changes,
})

/** What a text becomes: each run of control characters, line ends among them, a space. */
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

it('has every property that the standard wants, and names none twice', () => {
  const { calendar, events, property } = readCalendar(drawFeed(feedText.fr, content({ cases: [oneCase()] }), window))
  expect(property('version')).toBe('2.0')
  expect(property('prodid')).toBe('-//Arcade//Portal//FR')
  expect(property('refresh-interval')).toBe('PT1H')
  expect(property('x-wr-timezone')).toBe('Europe/Paris')
  expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vevent', 'vevent'])
  for (const { names } of events) expect(new Set(names).size).toBe(names.length)
})
