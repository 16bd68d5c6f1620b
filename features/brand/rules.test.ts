import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deliveryTimesIn } from './delivery-times.ts'
import { initialOf } from './initial.ts'
import { parseDeliveryTimeInformation } from './rules.ts'

const section = {
  headers: ['Zone', 'Jours'],
  rows: [
    ['Paris', '2'],
    ['Lyon', '3'],
  ],
}
const valid = {
  version: 1,
  defaultLanguage: 'fr',
  content: {
    fr: { title: 'Délais', sections: [{ id: 'a', name: 'Fixe', description: 'Hors implants', ...section }] },
    en: { title: 'Lead times', sections: [section] },
  },
}
const withSection = (changed: object) => ({
  ...valid,
  content: { fr: { title: 'Délais', sections: [{ ...section, ...changed }] } },
})

describe('delivery time information', () => {
  test('is accepted as an object and as a JSON string alike', () => {
    const parsed = parseDeliveryTimeInformation(valid)
    expect(parsed).toEqual(valid)
    expect(parseDeliveryTimeInformation(JSON.stringify(valid))).toEqual(parsed)
  })

  test.each([
    ['no section at all', { ...valid, content: { fr: { title: 'Délais', sections: [] } } }],
    ['no language at all', { ...valid, content: {} }],
    ['a section of nothing', withSection({ headers: undefined, rows: undefined })],
    ['headers without rows', withSection({ rows: [] })],
    [
      'a section that says nothing of rows',
      { ...valid, content: { fr: { title: '', sections: [{ headers: ['a'] }] } } },
    ],
    ['no columns, so rows without cells', withSection({ headers: [], rows: [[], []] })],
    ['fields it does not know', { ...valid, extra: true }],
    ['a fraction as version', { ...valid, version: 1.5 }],
    ['a default language that has no content', { ...valid, defaultLanguage: 'de' }],
    ['a number as id', withSection({ id: 7 })],
  ])('is right with %s', (_, stored) => {
    expect(parseDeliveryTimeInformation(stored)).not.toBeNull()
    expect(parseDeliveryTimeInformation(JSON.stringify(stored))).not.toBeNull()
  })

  test.each([
    ['nothing', null],
    ['an absent value', undefined],
    ['an empty string', ''],
    ['a string that is no JSON', '{"version": 1'],
    ['a JSON string of a string', JSON.stringify(JSON.stringify(valid))],
    ['a list', [valid]],
    ['a number', 1],
    ['no version', { ...valid, version: undefined }],
    ['a version in words', { ...valid, version: '1' }],
    ['no default language', { ...valid, defaultLanguage: undefined }],
    ['a default language that is no string', { ...valid, defaultLanguage: 1 }],
    ['no content', { ...valid, content: undefined }],
    ['content that is a list', { ...valid, content: [] }],
    ['a language without a title', { ...valid, content: { fr: { sections: [] } } }],
    ['a language without sections', { ...valid, content: { fr: { title: 'Délais' } } }],
    ['sections that are no list', { ...valid, content: { fr: { title: 'Délais', sections: {} } } }],
    ['a second language that is wrong', { ...valid, content: { ...valid.content, en: { title: 1, sections: [] } } }],
    ['a row with a cell too few', withSection({ rows: [['Paris', '2'], ['Lyon']] })],
    ['a row with a cell too many', withSection({ rows: [['Paris', '2', 'x']] })],
    ['an empty row', withSection({ rows: [[]] })],
    ['rows but no headers', withSection({ headers: undefined })],
    ['a cell that is a number', withSection({ rows: [['Paris', 2]] })],
    ['a header that is a number', withSection({ headers: ['Zone', 2] })],
    ['a row that is no list', withSection({ rows: ['Paris'] })],
    ['a name that is no string', withSection({ name: 1 })],
    ['a description that is null', withSection({ description: null })],
    ['an id that is an object', withSection({ id: {} })],
  ])('is wrong with %s', (_, stored) => {
    expect(parseDeliveryTimeInformation(stored)).toBeNull()
  })

  test('never throws, whatever is stored', () => {
    fc.assert(fc.property(fc.anything(), stored => void parseDeliveryTimeInformation(stored)))
    fc.assert(fc.property(fc.json(), stored => void parseDeliveryTimeInformation(stored)))
  })

  test('is right exactly when every row is as wide as the headers', () => {
    const cells = fc.array(fc.string(), { maxLength: 4 })
    fc.assert(
      fc.property(cells, fc.array(cells, { maxLength: 4 }), (headers, rows) => {
        const right = rows.every(row => row.length === headers.length)
        expect(parseDeliveryTimeInformation(withSection({ headers, rows })) !== null).toBe(right)
      }),
    )
  })

  test('does not let a language named __proto__ through', () => {
    const hostile = JSON.stringify(valid).replace('"en"', '"__proto__"')
    const parsed = parseDeliveryTimeInformation(hostile)
    expect(Object.getPrototypeOf(parsed?.content ?? {})).toBe(Object.prototype)
  })
})

describe('the delivery times shown', () => {
  const information = parseDeliveryTimeInformation(valid) ?? expect.fail()
  test('are those of the language, else of the default language, else the first', () => {
    expect(deliveryTimesIn(information, 'en')?.title).toBe('Lead times')
    expect(deliveryTimesIn(information, 'de')?.title).toBe('Délais')
    expect(deliveryTimesIn({ ...information, defaultLanguage: 'it' }, 'de')?.title).toBe('Délais')
    expect(deliveryTimesIn({ ...information, content: {} }, 'fr')).toBeNull()
  })
})

test.each([
  ['Laboratoire Émail', 'É'],
  ['Laboratoire du Port', 'P'],
  ['Atelier de l’Ivoire', 'I'],
  ['Labo d’Arc', 'A'],
  ['The Crown Lab', 'C'],
  ['Les Laboratoires', 'L'],
  ['3D Dental', '3'],
  ['', ''],
])('of %s the initial is %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial)
})
