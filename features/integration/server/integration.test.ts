import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { removeWhatIsOver } from '#features/privacy/server/remove-due.ts'
import { addDays } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { callingBy, programOf } from '#test/programs.ts'
import { today } from '#test/today.ts'
import type { Change } from '../contract.ts'

const app = startTestApp()
const { make, as, request } = app

async function laboratoryWithSoftware() {
  const laboratory = await make.laboratory({ order_code_prefix: 'EMA' })
  const practice = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
  const { reference } = await make.product(laboratory)
  const doctor = await make.user(practice, { title: 'Dr', first_name: 'Anne', last_name: 'Petit' })
  return { laboratory, practice, reference, doctor, software: await programOf(app, laboratory) }
}
const crown = (reference: string, more: Record<string, unknown> = {}) => ({
  patientCode: 'P-77',
  prescriberName: 'Dr Paré',
  printType: 'physical',
  products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }],
  ...more,
})
const dataOf = async (response: Response) => {
  expect(response.status, await response.clone().text()).toBeLessThan(300)
  return (await response.json()).data
}
const refusalOf = async (response: Response) => {
  const { status, code, errors } = await problemOf(response)
  return [status, code, ...(errors ?? []).map(({ path, code }) => `${path} ${code}`)]
}

describe('the key of a program', () => {
  it('opens its own laboratory, and nothing without it, with another one, or elsewhere', async () => {
    const { laboratory, software } = await laboratoryWithSoftware()
    expect((await software.call('/changes')).status).toBe(200)
    for (const key of ['', 'arcade_', `arcade_${'x'.repeat(43)}`, `${software.key}x`, software.key.slice(7)])
      expect(await refusalOf(await software.call('/changes', { headers: { authorization: `Bearer ${key}` } }))).toEqual(
        [401, 'signed_out'],
      )
    const elsewhere = await make.laboratory()
    const headers = { authorization: `Bearer ${software.key}` }
    expect((await request(elsewhere, '/api/integration/v1/changes', { headers })).status).toBe(401)
    expect((await request(laboratory, '/api/staff/orders', { headers })).status).toBe(401)
    expect((await request(laboratory, '/api/account', { headers })).status).toBe(401)
  })

  it('opens nothing once it has ended, or its program is kept out', async () => {
    const { laboratory, software } = await laboratoryWithSoftware()
    await make.within(laboratory.id, client => client.query(`update program_keys set ends_at = now()`))
    expect((await software.call('/changes')).status).toBe(401)
    const other = await programOf(app, laboratory)
    await make.within(laboratory.id, client =>
      client.query(`update users set disabled_at = now() where id = $1`, [other.id]),
    )
    expect((await other.call('/changes')).status).toBe(401)
  })
})

describe('a case that the practice has ordered', () => {
  it('is heard of, read with what was prescribed, linked, and taken through the laboratory', async () => {
    const { laboratory, practice, reference, doctor, software } = await laboratoryWithSoftware()
    const begin = await (await software.call('/changes')).json()
    const ordering = await as(doctor)
    const body = crown(reference, { prescriberName: undefined, practiceReference: 'CMD-1' })
    const { id, code } = await dataOf(await ordering('/api/orders', { body }))

    const heard = await (await software.call(`/changes?after=${begin.next}`)).json()
    expect(heard).toMatchObject({
      data: [{ kind: 'order_created', orderId: id, practiceId: practice.id, by: 'practice' }],
      hasMore: false,
    })
    expect(await dataOf(await software.call(`/orders/${id}`))).toMatchObject({
      id,
      code,
      externalId: null,
      practice: { id: practice.id, name: 'Cabinet des Lilas', externalIds: [] },
      patientCode: 'P-77',
      prescriber: 'Dr Anne Petit',
      practiceReference: 'CMD-1',
      isEntered: false,
      status: 'registered',
      products: [{ reference, teeth: [26], shade: 'A2', caseSequence: 1 }],
      attachments: [],
    })

    const day = addDays(today, 12)
    expect(
      await dataOf(await software.put('/orders/DS-4711', { orderId: id, status: 'in_preparation', deliveryDate: day })),
    ).toEqual({ id, code, status: 'in_preparation', deliveryDate: day, outcome: 'changed' })
    const shipped = { status: 'shipped', tracking: { carrier: 'Chronopost', number: 'XY 1' }, note: 'Parti ce soir' }
    expect(await dataOf(await software.put('/orders/DS-4711', shipped))).toMatchObject({ outcome: 'changed' })
    expect(await dataOf(await software.put('/orders/DS-4711', shipped))).toMatchObject({ outcome: 'unchanged' })
    expect(await dataOf(await ordering(`/api/orders/${id}`))).toMatchObject({
      status: 'shipped',
      deliveryDate: day,
      tracking: { carrier: 'Chronopost', number: 'XY 1' },
      timeline: [{ status: 'registered' }, { status: 'in_preparation' }, { status: 'shipped', note: 'Parti ce soir' }],
    })
    const staff = await as(await make.user(laboratory))
    expect((await dataOf(await staff(`/api/staff/orders/${id}`))).timeline).toMatchObject([
      { by: { name: 'Dr Anne Petit', isOfLaboratory: false } },
      { by: { name: 'Dentalsoft', isOfLaboratory: true } },
      { by: { name: 'Dentalsoft', isOfLaboratory: true } },
    ])
    // Its own doing is no news to it.
    const { data, next } = await (await software.call(`/changes?after=${heard.next}`)).json()
    expect(data).toEqual([])
    expect(next).not.toBe(heard.next)
    expect(await dataOf(await software.put('/orders/DS-4711', { status: 'invoiced' }))).toMatchObject({
      status: 'invoiced',
    })
  })

  it('goes back for no reason once it has come to its end, and on hold only with a question', async () => {
    const { practice, software } = await laboratoryWithSoftware()
    const { id } = await make.order(practice, { status: 'delivered' })
    const put = (body: object) => software.put('/orders/A', { orderId: id, ...body })
    expect(await refusalOf(await put({ status: 'in_production' }))).toEqual([409, 'status_not_allowed'])
    for (const body of [{ deliveryDate: addDays(today, 3) }, { tracking: { carrier: 'DHL' } }])
      expect(await refusalOf(await put(body))).toEqual([409, 'order_over'])
    expect(await dataOf(await put({ status: 'invoiced' }))).toMatchObject({ status: 'invoiced' })
    expect(await dataOf(await software.call(`/orders/${id}`))).toMatchObject({ status: 'invoiced' })
    const { id: other } = await make.order(practice, { status: 'in_production' })
    const hold = (body: object) => software.put('/orders/B', { orderId: other, ...body })
    expect(await refusalOf(await hold({ status: 'on_hold' }))).toEqual([422, 'input_invalid', 'hold required'])
    expect(await refusalOf(await hold({ hold: { reason: 'shade' } }))).toEqual([
      422,
      'input_invalid',
      'hold not_allowed',
    ])
    const url = 'https://carrier.example/?a="b"'
    expect(await refusalOf(await hold({ tracking: { carrier: 'DHL', url } }))).toEqual([
      422,
      'input_invalid',
      'tracking.url not_an_address',
    ])
    const asked = { status: 'on_hold', hold: { reason: 'shade', question: 'A2 ou A3 ?' } }
    expect(await dataOf(await hold(asked))).toMatchObject({ status: 'on_hold', outcome: 'changed' })
    expect(await dataOf(await hold(asked))).toMatchObject({ outcome: 'unchanged' })
    // Held once more for the same reason.
    expect(await dataOf(await hold({ status: 'in_production' }))).toMatchObject({ status: 'in_production' })
    expect(await dataOf(await hold(asked))).toMatchObject({ status: 'on_hold', outcome: 'changed' })
  })
})

describe('beside people', () => {
  it('leaves what the practice has changed for them to see', async () => {
    const { laboratory, practice, software } = await laboratoryWithSoftware()
    const { id } = await make.order(practice, { status: 'registered', changed_at: new Date() })
    await dataOf(await software.put('/orders/A', { orderId: id, status: 'in_preparation' }))
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select changed_at is not null as "isChanged" from orders where id = $1', [id]),
    )
    expect(rows).toEqual([{ isChanged: true }])
  })

  it('does not go to and fro without end', async () => {
    const { practice, software } = await laboratoryWithSoftware()
    const { id } = await make.order(practice, { status: 'in_preparation' })
    const statuses: number[] = []
    for (let turn = 0; turn < 52; turn++) {
      const status = turn % 2 ? 'in_preparation' : 'in_production'
      statuses.push((await software.put('/orders/A', { orderId: id, status })).status)
    }
    expect(statuses.slice(0, 50).every(status => status === 200)).toBe(true)
    // The last one is where it stands already.
    expect(statuses.slice(50)).toEqual([429, 200])
  })
})

describe('a case that came to the laboratory on paper', () => {
  it('is entered once under the name that the software has for it, and seen by its practice', async () => {
    const { laboratory, practice, reference, doctor, software } = await laboratoryWithSoftware()
    await software.put('/practices/C-12', { practiceId: practice.id, name: 'Cabinet des Lilas' })
    const prescription = crown(reference, { patient: 'Élodie Martin', comment: 'Sur bon papier' })
    const body = { practice: { externalId: 'C-12' }, prescription, status: 'in_production' }
    const made = await dataOf(await software.put('/orders/DS-1', body))
    expect(made).toMatchObject({ status: 'in_production', outcome: 'created', code: expect.stringMatching(/^EMA-/) })
    const again = await Promise.all(Array.from({ length: 8 }, () => software.put('/orders/DS-1', body)))
    for (const answer of again) expect(await dataOf(answer)).toEqual({ ...made, outcome: 'unchanged' })
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select ordered_by, count(*) over ()::int as cases from orders'),
    )
    expect(rows).toEqual([{ ordered_by: null, cases: 1 }])
    expect(await dataOf(await (await as(doctor))(`/api/orders/${made.id}`))).toMatchObject({
      status: 'in_production',
      patient: 'Élodie Martin',
      timeline: [{ note: 'Saisi par le logiciel du laboratoire.' }, { status: 'in_production' }],
    })
    expect(await dataOf(await software.call(`/orders/${made.id}`))).toMatchObject({
      externalId: 'DS-1',
      isEntered: true,
      practice: { externalIds: ['C-12'] },
    })
  })

  it('is made once by ten calls at the same moment', async () => {
    const { laboratory, practice, reference, software } = await laboratoryWithSoftware()
    const body = { practice: { id: practice.id }, prescription: crown(reference) }
    // Of two processes, where nobody's turn keeps them apart.
    const beside = callingBy(app.another({}).request, laboratory, software.key)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => (turn % 2 ? software : beside).put('/orders/X', body)),
    )
    const outcomes = await Promise.all(answers.map(async answer => (await dataOf(answer)).outcome))
    expect(outcomes.toSorted()).toEqual(['created', ...Array.from({ length: 9 }, () => 'unchanged')])
    const { rows } = await make.within(laboratory.id, client => client.query('select id from orders'))
    expect(rows).toHaveLength(1)
  })

  it('is refused with the place of what is wrong, and nothing is left of it', async () => {
    const { laboratory, practice, reference, software } = await laboratoryWithSoftware()
    const practiceId = { id: practice.id }
    const put = (body: object) => software.put('/orders/A', body)
    expect(await refusalOf(await put({ status: 'shipped' }))).toEqual([404, 'unknown_here'])
    expect(await refusalOf(await put({ prescription: crown(reference) }))).toEqual([
      422,
      'input_invalid',
      'practice required',
    ])
    expect(await refusalOf(await put({ practice: practiceId }))).toEqual([
      422,
      'input_invalid',
      'prescription required',
    ])
    expect(await refusalOf(await put({ practice: { externalId: 'C-1' }, prescription: crown(reference) }))).toEqual([
      422,
      'input_invalid',
      'practice.externalId not_known',
    ])
    expect(await refusalOf(await put({ practice: practiceId, prescription: crown('nothing') }))).toEqual([
      422,
      'input_invalid',
      'prescription.products.0.reference not_in_catalogue',
    ])
    const half = { practice: practiceId, prescription: crown(reference), status: 'on_hold' }
    expect(await refusalOf(await put(half))).toEqual([422, 'input_invalid', 'hold required'])
    await make.within(laboratory.id, client => client.query('update practices set disabled_at = now()'))
    expect(await refusalOf(await put({ practice: practiceId, prescription: crown(reference) }))).toEqual([
      409,
      'practice_disabled',
    ])
    for (const name of ['x%20y', 'Jean%C3%A9', 'a'.repeat(101), '.hidden'])
      expect(await refusalOf(await software.put(`/orders/${name}`, { status: 'shipped' }))).toEqual([
        422,
        'input_invalid',
        'externalId not_an_identifier',
      ])
    const { rows } = await make.within(laboratory.id, client => client.query('select id from orders'))
    expect(rows).toEqual([])
  })

  it('keeps what was prescribed: the same name with other work is told so, in another order it is the same', async () => {
    const { practice, reference, software } = await laboratoryWithSoftware()
    const put = (prescription: object) => software.put('/orders/A', { practice: { id: practice.id }, prescription })
    const prescription = crown(reference)
    expect(await dataOf(await put(prescription))).toMatchObject({ outcome: 'created' })
    expect(await dataOf(await put(Object.fromEntries(Object.entries(prescription).toReversed())))).toMatchObject({
      outcome: 'unchanged',
    })
    for (const other of [{ patientCode: 'P-78' }, { products: [{ reference, quantity: 1, teeth: [27], shade: 'A2' }] }])
      expect(await refusalOf(await put(crown(reference, other)))).toEqual([409, 'prescription_differs'])
    // Words are none of it: a name may stand in them, and go.
    const products = [{ reference, quantity: 1, teeth: [26], shade: 'A2', note: 'Pour M. Petit' }]
    expect(await dataOf(await put(crown(reference, { products, comment: 'M. Petit vient mardi' })))).toMatchObject({
      outcome: 'unchanged',
    })
    const elsewhere = await make.practice(practice.laboratory)
    const ofAnother = { practice: { id: elsewhere.id }, prescription }
    expect(await refusalOf(await software.put('/orders/A', ofAnother))).toEqual([409, 'practice_differs'])
    for (const id of [randomUUID(), (await make.practice(await make.laboratory())).id])
      expect(await refusalOf(await software.put('/orders/A', { practice: { id } }))).toEqual([
        422,
        'input_invalid',
        'practice.id not_known',
      ])
  })
})

describe('a name that is erased', () => {
  it('is heard of also where its time was over, and the case may be sent again without it', async () => {
    const { laboratory, practice, reference, software } = await laboratoryWithSoftware()
    const put = (patient?: string) =>
      software.put('/orders/A', {
        practice: { id: practice.id },
        prescription: crown(reference, patient ? { patient } : {}),
      })
    const { id } = await dataOf(await put('Élodie Martin'))
    await dataOf(await software.put('/orders/A', { status: 'delivered' }))
    await make.within(laboratory.id, client =>
      client.query(`update orders set created_at = now() - interval '61 months' where id = $1`, [id]),
    )
    const { next } = await (await software.call('/changes')).json()
    await removeWhatIsOver(app.app.api.services.database, [laboratory.id])
    expect((await (await software.call(`/changes?after=${next}`)).json()).data).toMatchObject([
      { kind: 'patient_name_erased', orderId: id, by: null },
    ])
    // Whoever knows the key cannot try names on what is left.
    for (const patient of [undefined, 'Élodie Martin', 'Jean Petit'])
      expect(await dataOf(await put(patient)), patient).toMatchObject({ id, outcome: 'unchanged' })
    expect(await dataOf(await software.call(`/orders/${id}`))).toMatchObject({ patient: null })
  })

  it('is heard of where an entry is refused, also by the program itself', async () => {
    const { practice, reference, software } = await laboratoryWithSoftware()
    const prescription = crown(reference, { patient: 'Élodie Martin' })
    const { id } = await dataOf(await software.put('/orders/A', { practice: { id: practice.id }, prescription }))
    const { next } = await (await software.call('/changes')).json()
    await dataOf(await software.put('/orders/A', { status: 'cancelled', note: 'Martin était pour un autre cabinet' }))
    expect((await (await software.call(`/changes?after=${next}`)).json()).data).toMatchObject([
      { kind: 'patient_name_erased', orderId: id, by: null },
    ])
  })
})

describe('what is said again', () => {
  it('says nothing, whatever people and days have done to the case since', async () => {
    const { laboratory, practice, software } = await laboratoryWithSoftware()
    const staff = await as(await make.user(laboratory))
    const { id } = await make.order(practice, { status: 'registered' })
    const [first, second] = [addDays(today, 12), addDays(today, 14)]
    const said = { orderId: id, status: 'in_preparation', deliveryDate: first, note: 'Reçu' }
    expect(await dataOf(await software.put('/orders/A', said))).toMatchObject({ outcome: 'changed' })
    for (const body of [{ status: 'in_production' }, { status: 'in_production', deliveryDate: second }])
      expect((await staff(`/api/staff/orders/${id}/status`, { body })).status).toBe(204)
    expect(await dataOf(await software.put('/orders/A', said))).toEqual({
      id,
      code: expect.any(String),
      status: 'in_production',
      deliveryDate: second,
      outcome: 'unchanged',
    })
    const { rows } = await make.within(laboratory.id, client => client.query('select said::text from program_orders'))
    expect(rows[0].said).not.toContain('Reçu')
    // With another secret of the server's the words are not said once more.
    await make.within(laboratory.id, client =>
      client.query(`update program_orders set said = said || '{"key": "another", "note": "another"}'`),
    )
    expect(await dataOf(await software.put('/orders/A', said))).toMatchObject({ outcome: 'unchanged' })
    const third = addDays(today, 15)
    expect(await dataOf(await software.put('/orders/A', { ...said, deliveryDate: third }))).toMatchObject({
      status: 'in_production',
      deliveryDate: third,
    })
    expect(await dataOf(await software.put('/orders/A', { note: 'Teinte vérifiée' }))).toMatchObject({
      outcome: 'changed',
    })
    expect(await dataOf(await software.put('/orders/A', { note: 'Teinte vérifiée' }))).toMatchObject({
      outcome: 'unchanged',
    })
  })
})

describe('a program that comes for the first time', () => {
  it('finds the practices and the cases that are here, page by page, and links them', async () => {
    const { laboratory, practice, software } = await laboratoryWithSoftware()
    const { id, code } = await make.order(practice, { status: 'in_production' })
    await make.order(practice, { status: 'delivered' })
    expect(await (await software.call('/practices')).json()).toMatchObject({
      data: [{ id: practice.id, name: 'Cabinet des Lilas', externalIds: [] }],
      hasMore: false,
    })
    expect(await (await software.call('/orders')).json()).toMatchObject({
      data: [{ id, code, practiceId: practice.id, status: 'in_production', externalId: null }],
      hasMore: false,
    })
    expect(await (await software.call(`/orders?after=${id}`)).json()).toEqual({ data: [], hasMore: false })
    await dataOf(await software.put('/practices/C-1', { practiceId: practice.id, name: 'Cabinet des Lilas' }))
    await dataOf(await software.put('/orders/A', { orderId: id }))
    expect((await (await software.call('/orders')).json()).data).toMatchObject([{ id, externalId: 'A' }])
    expect(await dataOf(await software.call('/orders/A'))).toMatchObject({ id })
    // Whoever looks at a case by its name has looked at that case.
    await app.app.writeSightings()
    const { rows } = await make.within(laboratory.id, client =>
      client.query(`select order_id from audit_events where kind = 'case_viewed' and user_id = $1`, [software.id]),
    )
    expect(rows).toEqual([{ order_id: id }])
    // Programs may call things as we call ours.
    const guid = randomUUID()
    await dataOf(await software.put(`/practices/${guid}`, { practiceId: practice.id, name: 'Cabinet des Lilas' }))
    expect(await dataOf(await software.call(`/practices/${guid}`))).toMatchObject({ id: practice.id })
    expect(await dataOf(await software.call('/practices/C-1'))).toMatchObject({ id: practice.id })
    for (const path of ['/orders/B', '/practices/C-2']) expect((await software.call(path)).status).toBe(404)
    const other = await programOf(app, await make.laboratory())
    for (const path of ['/orders', '/practices'])
      expect(await (await other.call(path)).json()).toEqual({ data: [], hasMore: false })
  })

  it('takes a name off what was linked wrongly, and off nothing that it has entered', async () => {
    const { practice, reference, software } = await laboratoryWithSoftware()
    const remove = (path: string) => software.call(path, { method: 'DELETE' })
    const [one, other] = [await make.order(practice), await make.order(practice)]
    await dataOf(await software.put('/orders/A', { orderId: one.id }))
    expect((await remove('/orders/A')).status).toBe(204)
    expect(await dataOf(await software.put('/orders/A', { orderId: other.id }))).toMatchObject({ id: other.id })
    await dataOf(await software.put('/orders/B', { practice: { id: practice.id }, prescription: crown(reference) }))
    expect(await refusalOf(await remove('/orders/B'))).toEqual([409, 'entered_by_it'])
    expect(await refusalOf(await remove('/orders/C'))).toEqual([404, 'unknown_here'])
    await dataOf(await software.put('/practices/C', { practiceId: practice.id, name: 'Lilas' }))
    expect((await remove('/practices/C')).status).toBe(204)
    expect(await refusalOf(await remove('/practices/C'))).toEqual([404, 'unknown_here'])
  })
})

describe('names', () => {
  it('lead each to one case, and each case has one with a program', async () => {
    const { laboratory, practice, software } = await laboratoryWithSoftware()
    const [one, other] = [await make.order(practice), await make.order(practice)]
    await dataOf(await software.put('/orders/A', { orderId: one.id }))
    expect(await refusalOf(await software.put('/orders/B', { orderId: one.id }))).toEqual([409, 'linked_otherwise'])
    expect(await refusalOf(await software.put('/orders/A', { orderId: other.id }))).toEqual([409, 'linked_otherwise'])
    // Of another program of the laboratory they are others.
    const second = await programOf(app, laboratory, 'Facturation')
    expect(await refusalOf(await second.put('/orders/A', { status: 'shipped' }))).toEqual([404, 'unknown_here'])
    expect(await dataOf(await second.put('/orders/A', { orderId: other.id }))).toMatchObject({ id: other.id })
  })

  it('lead to nothing of another laboratory', async () => {
    const { software } = await laboratoryWithSoftware()
    const elsewhere = await make.practice(await make.laboratory())
    const { id } = await make.order(elsewhere)
    for (const answer of [
      await software.call(`/orders/${id}`),
      await software.put('/orders/A', { orderId: id }),
      await software.call(`/practices/${elsewhere.id}`),
      await software.put('/practices/C', { practiceId: elsewhere.id, name: 'Ours' }),
    ])
      expect(await refusalOf(answer)).toEqual([404, 'not_found'])
  })
})

describe('a practice', () => {
  it('is made without anybody who comes in, said anew, and stays as it is where nothing is said', async () => {
    const { laboratory, software } = await laboratoryWithSoftware()
    const said = { name: 'Cabinet du Parc', city: 'Lyon', deliveryDays: [2, 4] }
    const { id, outcome } = await dataOf(await software.put('/practices/C-1', said))
    expect(outcome).toBe('created')
    expect(await dataOf(await software.put('/practices/C-1', said))).toEqual({ id, outcome: 'unchanged' })
    const withRpps = { name: 'Cabinet du Parc', rppsSiretSiren: '810003456781' }
    for (const outcome of ['changed', 'unchanged'])
      expect(await dataOf(await software.put('/practices/C-1', withRpps))).toEqual({ id, outcome })
    expect(
      await dataOf(await software.put('/practices/C-1', { name: 'Cabinet du Parc', rppsSiretSiren: '732829320' })),
    ).toEqual({ id, outcome: 'changed' })
    expect(await dataOf(await software.call(`/practices/${id}`))).toMatchObject({
      name: 'Cabinet du Parc',
      city: 'Lyon',
      rppsSiretSiren: '732829320',
      deliveryDays: [2, 4],
      openingDays: [1, 2, 3, 4, 5],
      externalIds: ['C-1'],
    })
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select id from users where practice_id = $1', [id]),
    )
    expect(rows).toEqual([])
    const admin = await as(await make.user(laboratory))
    const list = await (await admin('/api/staff/practices?search=Parc')).json()
    expect(list.data).toMatchObject([{ id, people: [] }])
  })

  it('is refused with half an address of delivery, and keeps its people out of reach', async () => {
    const { practice, software } = await laboratoryWithSoftware()
    const half = { practiceId: practice.id, name: 'Lilas', deliveryAddress: '3, rue Basse' }
    expect(await refusalOf(await software.put('/practices/C', half))).toEqual([
      422,
      'input_invalid',
      'deliveryPostalCode required',
      'deliveryCity required',
    ])
    expect(await refusalOf(await software.put('/practices/C', { name: 'Lilas', isDisabled: true }))).toEqual([
      422,
      'input_invalid',
      'isDisabled not_allowed',
    ])
  })

  it('that has become part of another one is found there under its name', async () => {
    const { laboratory, practice, software } = await laboratoryWithSoftware()
    const { id: going } = await dataOf(await software.put('/practices/C-1', { name: 'Cabinet du Parc' }))
    await dataOf(await software.put('/practices/C-2', { practiceId: practice.id, name: 'Cabinet des Lilas' }))
    const admin = await as(await make.user(laboratory))
    const merging = { body: { goingId: going, name: 'Cabinet du Parc' } }
    const { next } = await (await software.call('/changes')).json()
    expect((await admin(`/api/staff/practices/${practice.id}/merging`, merging)).status).toBeLessThan(300)
    const { data } = await (await software.call(`/changes?after=${next}`)).json()
    expect(data.map(({ kind, practiceId }: Change) => [kind, practiceId])).toContainEqual(['practice_merged', going])
    expect(await dataOf(await software.put('/practices/C-1', { name: 'Cabinet des Lilas' }))).toEqual({
      id: practice.id,
      outcome: 'unchanged',
    })
    expect(await dataOf(await software.call(`/practices/${going}`))).toMatchObject({
      id: practice.id,
      externalIds: ['C-1', 'C-2'],
    })
  })
})

it('what a practice wants changed is heard once it is', async () => {
  const { laboratory, practice, software } = await laboratoryWithSoftware()
  const manager = await as(await make.user(practice, { account_type: 'manager' }))
  const admin = await as(await make.user(laboratory))
  await manager('/api/account/delivery-instruction', { method: 'PATCH', body: { deliveryInstruction: 'Sonner' } })
  const [change] = (await (await admin('/api/staff/account-changes')).json()).data
  const { next } = await (await software.call('/changes')).json()
  const applied = { body: { version: change.version } }
  expect((await admin(`/api/staff/account-changes/${change.id}/apply`, applied)).status).toBe(204)
  expect((await (await software.call(`/changes?after=${next}`)).json()).data).toMatchObject([
    { kind: 'account_change_applied', practiceId: practice.id },
  ])
})

describe('many at once', () => {
  it('are done or refused line by line, in their order', async () => {
    const { practice, reference, software } = await laboratoryWithSoftware()
    const lines = [
      { put: 'practices', externalId: 'C-1', body: { practiceId: practice.id, name: 'Cabinet des Lilas' } },
      { put: 'orders', externalId: 'A', body: { practice: { externalId: 'C-1' }, prescription: crown(reference) } },
      { put: 'orders', externalId: 'B', body: { status: 'shipped' } },
      { put: 'orders', externalId: 'A', body: { status: 'shipped' } },
      { put: 'invoices', externalId: 'A', body: {} },
    ]
    const answer = await software.call('/batch', {
      method: 'POST',
      body: `${lines.map(line => JSON.stringify(line)).join('\n')}\n{`,
      headers: { 'content-type': 'application/x-ndjson' },
    })
    expect(answer.status).toBe(200)
    const results = (await answer.text())
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(results).toMatchObject([
      { line: 1, status: 200, data: { id: practice.id, outcome: 'changed' } },
      { line: 2, status: 200, data: { outcome: 'created', code: expect.any(String) } },
      { line: 3, status: 404, code: 'unknown_here' },
      { line: 4, status: 200, data: { status: 'shipped', outcome: 'changed' } },
      { line: 5, status: 422, code: 'input_invalid' },
      { line: 6, status: 400 },
    ])
  })
})

describe('what has happened', () => {
  it('comes in an order that never changes, once, also of what is committed late', async () => {
    const { practice, software } = await laboratoryWithSoftware()
    const staff = await as(await make.user(practice.laboratory))
    const { id } = await make.order(practice, { status: 'in_preparation' })
    const { next } = await (await software.call('/changes')).json()
    await staff(`/api/staff/orders/${id}/status`, { body: { status: 'in_production' } })
    const first = await (await software.call(`/changes?after=${next}`)).json()
    expect(first.data).toMatchObject([
      { kind: 'order_status_changed', orderId: id, practiceId: practice.id, by: 'staff' },
    ])
    await staff(`/api/staff/orders/${id}/messages`, { body: { body: 'Bonjour' } })
    const second = await (await software.call(`/changes?after=${first.next}`)).json()
    expect(second.data).toMatchObject([{ kind: 'message_sent', orderId: id }])
    expect((await (await software.call(`/changes?after=${next}`)).json()).data).toEqual([...first.data, ...second.data])
    expect((await (await software.call(`/changes?after=${second.next}`)).json()).data).toEqual([])
    // After a restore another line stands where it had read, or none yet.
    const [place, mark] = second.next.split('-')
    for (const other of [`${place}-00000000`, `9999999999-${mark}`])
      expect(await refusalOf(await software.call(`/changes?after=${other}`))).toEqual([409, 'cursor_unknown'])
    for (const wrong of ['-1', 'x', '01', '1.5', '9'.repeat(17), place])
      expect((await software.call(`/changes?after=${wrong}`)).status).toBe(422)
  })

  it('names no patient, and tells that a name has to go', async () => {
    const { practice, software } = await laboratoryWithSoftware()
    const admin = await as(await make.user(practice.laboratory))
    const { id } = await make.order(practice, { patient: 'Élodie Martin', status: 'delivered' })
    const answer = await admin(`/api/staff/orders/${id}/patient-name`, { method: 'DELETE' })
    expect(answer.status).toBeLessThan(300)
    const told = await (await software.call('/changes')).text()
    expect(told).not.toContain('Martin')
    expect(JSON.parse(told).data).toMatchObject([{ kind: 'patient_name_erased', orderId: id }])
    expect(await dataOf(await software.call(`/orders/${id}`))).toMatchObject({ patient: null })
  })
})
