import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { Material, MaterialRow } from '../contract.ts'

const { make, as } = startTestApp()

const zirconia = {
  name: 'Zircone 4Y',
  maker: 'Dental Direkt',
  kind: 'ceramic',
  standard: 'EN ISO 6872:2024',
  labelCode: '4012345678901',
  certificate: 'CE 0197 · 118',
  certificateEndsOn: '2099-01-31',
  isImplantable: false,
}
const refusalOf = async (answer: Response) => [answer.status, (await problemOf(answer)).code]

async function opened() {
  const laboratory = await make.laboratory()
  const user = await make.user(laboratory, { role: 'production', title: 'Mme', first_name: 'Inès', last_name: 'Roy' })
  const call = await as(user)
  const enter = async (body: object = zirconia) =>
    (await (await call('/api/staff/materials', { body })).json()).data.id as string
  const receive = async (id: string, body: object = {}) => {
    const lot = { number: 'Z-4471', arrivedOn: '2026-11-20', isChecked: true, ...body }
    return (await (await call(`/api/staff/materials/${id}/lots`, { body: lot })).json()).data.id as string
  }
  const find = async (id: string) => (await (await call(`/api/staff/materials/${id}`)).json()).data as Material
  const list = async (search = '') =>
    (await (await call(`/api/staff/materials?search=${encodeURIComponent(search)}`)).json()).data as MaterialRow[]
  return { laboratory, user, call, enter, receive, find, list }
}

describe('the register of materials', () => {
  it('keeps what the maker says, with the lots that may be used and the day when the first may no longer', async () => {
    const { enter, receive, find, list } = await opened()
    const id = await enter()
    await receive(id, { number: 'A', expiresOn: '2099-04-30' })
    await receive(id, { number: 'B', expiresOn: '2026-01-31' })
    await receive(id, { number: 'C', isChecked: false })
    expect(await list('direkt zirc')).toEqual([
      {
        id,
        ...zirconia,
        labelCode: '04012345678901',
        isRetired: false,
        usableLots: 1,
        nextExpiry: '2099-04-30',
        uncheckedLots: 1,
      },
    ])
    expect(await list('nothing')).toEqual([])
    expect(new Map((await find(id)).lots.map(({ number, fault }) => [number, fault]))).toEqual(
      new Map([
        ['A', null],
        ['B', 'lot_expired'],
        ['C', 'lot_unchecked'],
      ]),
    )
  })

  it('has each material once, by name and by the code on its label', async () => {
    const { call, enter } = await opened()
    await enter()
    const again = (body: object) => call('/api/staff/materials', { body: { ...zirconia, ...body } })
    expect(await refusalOf(await again({ labelCode: null }))).toEqual([409, 'material_known'])
    expect(await refusalOf(await again({ name: 'Zircone 5Y' }))).toEqual([409, 'label_code_known'])
  })

  it('takes no lot whose label names another article', async () => {
    const { call, enter, find } = await opened()
    const [id, unlabelled] = [await enter(), await enter({ ...zirconia, name: 'Sans code', labelCode: null })]
    const receive = (material: string, number: string, labelCode?: string) =>
      call(`/api/staff/materials/${material}/lots`, {
        body: { number, arrivedOn: '2026-11-20', isChecked: true, ...(labelCode && { labelCode }) },
      })
    expect(await refusalOf(await receive(id, 'A', '07640125120035'))).toEqual([409, 'label_of_other'])
    expect((await find(id)).lots).toEqual([])
    expect((await receive(id, 'A', '04012345678901')).status).toBe(201)
    expect((await receive(id, 'B')).status).toBe(201)
    // A material without a label code accepts any label.
    expect((await receive(unlabelled, 'A', '07640125120035')).status).toBe(201)
  })

  it('takes no label for the number of a lot', async () => {
    const { call, enter } = await opened()
    const lot = { number: '(01)04012345678901(17)281231', arrivedOn: '2026-11-20', isChecked: true }
    const answer = await call(`/api/staff/materials/${await enter()}/lots`, { body: lot })
    expect(await problemOf(answer)).toMatchObject({ errors: [{ path: 'number', code: 'label_without_lot' }] })
  })

  it('wants the end of a certificate with it, and the certificate with its end', async () => {
    const { call } = await opened()
    for (const [missing, body] of [
      ['certificateEndsOn', { certificateEndsOn: null }],
      ['certificate', { certificate: null }],
    ] as const) {
      const refused = await call('/api/staff/materials', { body: { ...zirconia, ...body } })
      expect(await problemOf(refused)).toMatchObject({ status: 422, errors: [{ path: missing, code: 'required' }] })
    }
  })

  it('is changed for the future: what was used says what stood there on that day', async () => {
    const { laboratory, call, enter, receive, find } = await opened()
    const practice = await make.practice(laboratory)
    const order = await make.order(practice, { status: 'in_production' })
    await make.orderLine(practice, order.id, 'FIX-101')
    const id = await enter()
    const lot = await receive(id)
    const products = [{ caseSequence: 1, lotIds: [lot] }]
    expect((await call(`/api/staff/orders/${order.id}/materials`, { method: 'PUT', body: { products } })).status).toBe(
      204,
    )
    const changed = {
      ...zirconia,
      standard: 'EN ISO 6872:2030',
      certificate: 'CE 0197 · 200',
      certificateEndsOn: '2099-12-31',
    }
    expect((await call(`/api/staff/materials/${id}`, { method: 'PUT', body: changed })).status).toBe(204)
    expect(await find(id)).toMatchObject({ certificate: 'CE 0197 · 200', lots: [{ casesCount: 1 }] })
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select standard, certificate from order_product_materials'),
    )
    expect(rows).toEqual([{ standard: 'EN ISO 6872:2024', certificate: 'CE 0197 · 118' }])
  })
})

describe('a lot', () => {
  it('is looked at once, by name and time; of two at once one has done it', async () => {
    const { call, enter, receive, find } = await opened()
    const id = await enter()
    const lot = await receive(id, { isChecked: false })
    const answers = await Promise.all([1, 2].map(() => call(`/api/staff/lots/${lot}/check`, { method: 'POST' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect((await find(id)).lots[0]).toMatchObject({ checked: { by: 'Mme Inès Roy' }, fault: null })
  })

  it('that somebody has looked at stays so, whatever SQL the application is made to run', async () => {
    const { laboratory, enter, receive } = await opened()
    const lot = await receive(await enter())
    await expect(
      make.within(laboratory.id, client =>
        client.query(
          'update material_lots set checked_by = null, checked_by_name = null, checked_at = null where id = $1',
          [lot],
        ),
      ),
    ).rejects.toMatchObject({ constraint: 'material_lots__checked_once' })
  })

  it('is blocked with a reason, by name; the second who does the same is told so; and it may be let free', async () => {
    const { call, enter, receive, find } = await opened()
    const id = await enter()
    const lot = await receive(id)
    const decide = (body: object) => call(`/api/staff/lots/${lot}/state`, { body })
    expect((await problemOf(await decide({ state: 'blocked' }))).errors).toEqual([
      { path: 'because', code: 'required' },
    ])
    expect((await decide({ state: 'blocked', because: 'Rappel du fabricant' })).status).toBe(204)
    expect((await find(id)).lots[0]).toMatchObject({
      state: 'blocked',
      fault: 'lot_blocked',
      blocked: { because: 'Rappel du fabricant', by: 'Mme Inès Roy' },
    })
    expect(await refusalOf(await decide({ state: 'blocked', because: 'Rappel' }))).toEqual([409, 'lot_state_same'])
    expect((await decide({ state: 'usable' })).status).toBe(204)
    expect((await find(id)).lots[0]).toMatchObject({ state: 'usable', fault: null, blocked: null })
  })

  it('is known once of a material', async () => {
    const { call, enter, receive } = await opened()
    const id = await enter()
    await receive(id)
    const again = { number: 'Z-4471', arrivedOn: '2026-11-21', isChecked: true }
    expect(await refusalOf(await call(`/api/staff/materials/${id}/lots`, { body: again }))).toEqual([409, 'lot_known'])
  })

  it('is found by its number with why it may not be used, and by the name of its material where it may', async () => {
    const { call, enter, receive } = await opened()
    const [one, other] = [await enter(), await enter({ ...zirconia, name: 'Disilicate', labelCode: '4012345678902' })]
    await receive(one, { number: 'SAME', expiresOn: '2026-01-31' })
    await receive(other, { number: 'SAME' })
    const found = async (query: string) =>
      ((await (await call(`/api/staff/lots?${query}`)).json()).data as { name: string; fault: string | null }[]).map(
        ({ name, fault }) => [name, fault],
      )
    expect(await found('words=same')).toEqual([
      ['Zircone 4Y', 'lot_expired'],
      ['Disilicate', null],
    ])
    expect(await found('words=SAME&labelCode=04012345678902')).toEqual([['Disilicate', null]])
    expect(await found('words=direkt')).toEqual([['Disilicate', null]])
  })

  it('is found by its number however it is capitalised, and by no longer or shorter one', async () => {
    const { call, enter, receive } = await opened()
    const id = await enter()
    for (const number of ['éa-1_ß', 'ÉA-1_ß2', 'ÉA-1_', 'EA-1_ß']) await receive(id, { number })
    for (const words of ['éa-1_ß', 'ÉA-1_ß', 'Éa-1_ß']) {
      const { data } = await (await call(`/api/staff/lots?words=${encodeURIComponent(words)}`)).json()
      expect(data, words).toMatchObject([{ number: 'éa-1_ß' }])
    }
  })

  it('counts no more once it is used up, and is still found by its number', async () => {
    const { call, enter, receive, list } = await opened()
    const lot = await receive(await enter(), { number: 'OLD-1', expiresOn: '2098-04-30' })
    await receive((await list())[0]?.id ?? '', { number: 'OLD-2', expiresOn: '2099-04-30' })
    await call(`/api/staff/lots/${lot}/state`, { body: { state: 'used_up' } })
    const counted = [expect.objectContaining({ usableLots: 1, uncheckedLots: 0, nextExpiry: '2099-04-30' })]
    expect(await list()).toEqual(counted)
    expect(await list('old-1')).toEqual(counted)
    const { data } = await (await call('/api/staff/lots?words=Old-1')).json()
    expect(data).toMatchObject([{ number: 'OLD-1', fault: 'lot_used_up' }])
  })
})

describe('a subcontractor', () => {
  it('is entered once by name, and changed', async () => {
    const { call } = await opened()
    const milling = { name: 'Fraisage', address: '14 rue A', postalCode: '69680', city: 'Chassieu', work: 'Titane' }
    const { id } = (await (await call('/api/staff/subcontractors', { body: milling })).json()).data
    expect(await refusalOf(await call('/api/staff/subcontractors', { body: milling }))).toEqual([
      409,
      'subcontractor_known',
    ])
    const changed = { ...milling, work: 'Titane, CoCr', isRetired: true }
    expect((await call(`/api/staff/subcontractors/${id}`, { method: 'PUT', body: changed })).status).toBe(204)
    expect((await (await call('/api/staff/subcontractors')).json()).data).toEqual([{ id, ...changed }])
  })
})

it('the register is the laboratory’s own, for its bench', async () => {
  const { laboratory, enter, receive, call } = await opened()
  const id = await enter()
  const lot = await receive(id)
  const stranger = await as(await make.user(await make.laboratory()))
  for (const [path, body] of [
    [`/api/staff/materials/${id}`, undefined],
    [`/api/staff/lots/${lot}/check`, {}],
    [`/api/staff/lots/${lot}/state`, { state: 'used_up' }],
  ] as const) {
    expect((await stranger(path, body ? { body } : {})).status, path).toBe(404)
  }
  for (const role of ['accounting', 'driver']) {
    const other = await as(await make.user(laboratory, { role }))
    expect((await other('/api/staff/materials')).status, role).toBe(403)
  }
  const member = await as(await make.user(await make.practice(laboratory)))
  expect((await member('/api/staff/materials')).status).toBe(403)
  expect((await call(`/api/staff/materials/${randomUUID()}`)).status).toBe(404)
})
