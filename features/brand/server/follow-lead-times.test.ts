import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'

const { make, as, request } = startTestApp()

const rows = [
  ['Couronne', '5 jours', '6 jours'],
  ['Bridge', '9 jours', '10 jours'],
]
const inEnglish = [
  ['Crown', '5 days', '6 days'],
  ['Bridge', '9 days', '10 days'],
]
const section = (rows: string[][]) => ({ id: 'lead-times', name: 'Délais', headers: ['Travail', 'Scan', 'Bac'], rows })

async function opened(french = rows) {
  const content = {
    fr: { title: 'Délais', sections: [{ name: 'Tournées' }, section(french)] },
    en: { title: 'Lead times', sections: [section(inEnglish)] },
  }
  const times = JSON.stringify({ version: 1, defaultLanguage: 'fr', content })
  const laboratory = await make.laboratory({ delivery_time_information: times })
  const family = { brand_id: laboratory.id, id: 'fixed', position: 1, name_fr: 'Fixe', name_en: 'Fixed' }
  await make.insert(laboratory.id, 'product_families', family)
  const call = await as(await make.user(laboratory))
  const product = (label: string, english: string, leadDays: number) => ({
    family: 'fixed',
    labelFr: label,
    labelEn: english,
    oneFr: label,
    manyFr: label,
    oneEn: english,
    manyEn: english,
    leadDays,
    teeth: 'optional',
    minimumTeeth: 1,
    hasPontics: false,
    sector: 'none',
    shade: 'optional',
    implant: 'none',
    vat: 'exempt',
    priceCents: null,
    isImplantable: false,
    material: '',
  })
  const products = '/api/staff/catalogue/products'
  const crown = product('Couronne', 'Crown', 5)
  for (const [reference, one] of Object.entries({ C: crown, B: product('Bridge', 'Bridge', 9) }))
    expect((await call(products, { body: { reference, ...one } })).status).toBe(201)
  const read = async (language: 'fr' | 'en') => {
    const { deliveryTimeInformation } = (await (await request(laboratory, '/api/brand')).json()).data
    return deliveryTimeInformation.content[language].sections.at(-1).rows
  }
  const change = async (changes: object, version = 1) => {
    const body = { ...crown, isRetired: false, version, ...changes }
    expect((await call(`${products}/C`, { method: 'PUT', body })).status).toBe(204)
  }
  return { call, read, change }
}

it('what practices read of lead times follows the catalogue, in both languages, as long as it says the same', async () => {
  const { call, read, change } = await opened()
  await change({ leadDays: 1 })
  expect(await read('fr')).toEqual([['Couronne', '1 jour', '2 jours'], rows[1]])
  expect(await read('en')).toEqual([['Crown', '1 day', '2 days'], inEnglish[1]])

  const calendar = (await (await call('/api/staff/calendar')).json()).data
  const week = { ...calendar.week, physicalTransportDays: 3, version: calendar.version, moves: false }
  expect((await call('/api/staff/calendar/week', { method: 'PUT', body: week })).status).toBe(200)
  expect(await read('fr')).toEqual([
    ['Couronne', '1 jour', '4 jours'],
    ['Bridge', '9 jours', '12 jours'],
  ])

  await change({ leadDays: 1, isRetired: true }, 2)
  expect(await read('fr')).toEqual([['Bridge', '9 jours', '12 jours']])
})

it('what somebody has written there stays, and the settings say what the catalogue would', async () => {
  const written = [['Couronne', 'une semaine', 'huit jours']]
  const { call, read, change } = await opened(written)
  await change({ leadDays: 7 })
  expect(await read('fr')).toEqual(written)
  expect(await read('en')).toEqual([['Crown', '7 days', '8 days'], inEnglish[1]])
  const { leadTimes } = (await (await call('/api/staff/brand')).json()).data
  expect(leadTimes.fr.rows).toEqual([['Couronne', '7 jours', '8 jours'], rows[1]])
})
