import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { callingBy, crown, dataOf, refusalOf, startProgramTests } from '#test/asking-as-program.ts'

const testApp = startProgramTests()
const { make, as, laboratoryWithSoftware } = testApp

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
    // From two processes, which do not share a queue.
    const beside = callingBy(testApp.another({}).request, laboratory, software.key)
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
    // Free text is not compared: it may contain a name, which may be erased.
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
