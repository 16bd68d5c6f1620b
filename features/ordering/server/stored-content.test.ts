import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'
import { contentVersion } from './stored-content.ts'

const { make, as } = startTestApp()

const newUser = async () => make.user(await make.practice(await make.laboratory()))

/** Returns the draft's address. */
async function storeDraft(user: TestUser, content: object, values: Record<string, unknown> = {}): Promise<string> {
  const [brand_id, id] = [user.laboratory.id, randomUUID()]
  await make.insert(brand_id, 'order_drafts', { brand_id, id, user_id: user.id, content, ...values })
  return `/api/order-drafts/${id}`
}
const storeTemplate = (user: TestUser, name: string, content: object, values: Record<string, unknown> = {}) =>
  make.insert(user.laboratory.id, 'order_templates', {
    brand_id: user.laboratory.id,
    practice_id: user.practiceId,
    created_by: user.id,
    name,
    content,
    ...values,
  })

/** As the first release wrote it, with fields that the contract no longer has. */
const firstVersion = {
  patientCode: 'P-7',
  printType: 'optical',
  appointmentDay: '31/1',
  colour: 'A2',
  products: [
    {
      reference: 'COU',
      teeth: [11],
      shade: 'A2',
      finish: 'glazed',
      implant: { brand: 'MIS', platform: 'RC', torque: 35 },
    },
  ],
}
const asOfToday = {
  printType: 'optical',
  products: [{ reference: 'COU', teeth: [11], shade: 'A2', implant: { brand: 'MIS', platform: 'RC' } }],
}

describe('a draft of an older release', () => {
  it('comes back without what the contract of today does not know, and is saved on as one of today', async () => {
    const user = await newUser()
    const draft = await storeDraft(user, firstVersion)
    const call = await as(user)
    const found = await call(draft)
    expect([found.status, (await found.json()).data]).toEqual([
      200,
      expect.objectContaining({ content: { ...asOfToday, patientCode: 'P-7', appointmentDay: '31/1' } }),
    ])
    const body = { content: { patientCode: 'P-8' }, follows: 1 }
    expect((await call(draft, { method: 'PUT', body })).status).toBe(200)
    const { rows } = await make.within(user.laboratory.id, client =>
      client.query('select content_version, content from order_drafts'),
    )
    expect(rows).toEqual([{ content_version: contentVersion, content: { patientCode: 'P-8' } }])
  })

  it('loses no more than the field that can no longer be read', async () => {
    const user = await newUser()
    const draft = await storeDraft(user, {
      patientCode: 'P-7',
      printType: 'hologram',
      comment: 7,
      products: [{ reference: 'COU', teeth: [99], shade: 'A2' }, { teeth: [11] }, 'COU'],
    })
    const { data } = await (await (await as(user))(draft)).json()
    expect(data.content).toEqual({ patientCode: 'P-7', products: [{ reference: 'COU', shade: 'A2' }] })
  })

  it('may be anything at all: it never stops who orders', async () => {
    for (const content of [[], 'P-7', 7, null, { products: {} }, { products: Array(30).fill({ reference: 'COU' }) }]) {
      const user = await newUser()
      const draft = await storeDraft(user, JSON.stringify(content) as unknown as object)
      const found = await (await as(user))(draft)
      expect(found.status, JSON.stringify(content)).toBe(200)
    }
  })
})

it('a draft of a newer release says so, and stays as it is', async () => {
  const user = await newUser()
  const draft = await storeDraft(user, { patient: { given: 'Zoé' } }, { content_version: contentVersion + 1 })
  const call = await as(user)
  const refused = await call(draft)
  expect([refused.status, (await problemOf(refused)).code]).toEqual([409, 'draft_too_new'])
  expect((await call(draft, { method: 'PUT', body: { content: {}, follows: 0 } })).status).toBe(409)
  // It can still be listed and discarded.
  expect((await (await call('/api/order-drafts')).json()).data).toMatchObject([{ patient: null, summary: '' }])
  const { rows } = await make.within(user.laboratory.id, client => client.query('select content from order_drafts'))
  expect(rows).toEqual([{ content: { patient: { given: 'Zoé' } } }])
})

it('templates of older releases are listed as the contract of today has them, and one of a newer release is not', async () => {
  const user = await newUser()
  await storeTemplate(user, 'ancien', firstVersion)
  await storeTemplate(user, 'nouveau', {}, { content_version: contentVersion + 1 })
  const call = await as(user)
  const saved = await call('/api/order-templates', { body: { name: 'présent', content: { printType: 'physical' } } })
  expect(saved.status).toBe(201)
  const { data } = await (await call('/api/order-templates')).json()
  expect(data).toMatchObject([
    { name: 'ancien', content: asOfToday },
    { name: 'présent', content: { printType: 'physical' } },
  ])
})
