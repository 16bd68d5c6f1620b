import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { crown, dataOf, programOf, refusalOf, startProgramTests } from '#test/asking-as-program.ts'
import { today } from '#test/today.ts'

const testApp = startProgramTests()
const { make, as, laboratoryWithSoftware } = testApp

describe('what is written of a case', () => {
  it('is read with it: messages, what the practice asks for, what it reports', async () => {
    const { laboratory, practice, doctor, software } = await laboratoryWithSoftware()
    const asking = await as(doctor)
    const { id } = await make.order(practice, { status: 'in_production' })
    await dataOf(await software.put('/orders/DS-1', { orderId: id }))
    await asking(`/api/orders/${id}/messages`, { body: { body: 'Teinte un peu plus claire ?' } })
    await asking(`/api/orders/${id}/requests`, { body: { wishedDate: addDays(today, 3), words: 'Départ en vacances' } })
    const delivered = await make.order(practice, { status: 'delivered' })
    const problem = { kind: 'fit', description: 'Trop serré', remake: false }
    expect((await asking(`/api/orders/${delivered.id}/problems`, { body: problem })).status).toBeLessThan(300)

    expect(await dataOf(await software.call('/orders/DS-1'))).toMatchObject({
      messages: [{ body: 'Teinte un peu plus claire ?', author: 'Dr Anne Petit', isFromLaboratory: false }],
      requests: [{ kind: 'earlier', words: 'Départ en vacances', state: 'open', askedBy: 'Dr Anne Petit' }],
      problems: [],
    })
    expect(await dataOf(await software.call(`/orders/${delivered.id}`))).toMatchObject({
      problems: [{ kind: 'fit', description: 'Trop serré', state: 'open' }],
    })
    const staff = await as(await make.user(laboratory))
    expect(await dataOf(await staff(`/api/staff/orders/${id}/messages`))).toMatchObject([{ author: 'Dr Anne Petit' }])
  })

  it('is answered by the software in the laboratory’s name, once for each key', async () => {
    const { practice, doctor, software } = await laboratoryWithSoftware()
    const asking = await as(doctor)
    const { id } = await make.order(practice, { status: 'in_production' })
    await dataOf(await software.put('/orders/DS-1', { orderId: id }))
    const write = (name: string, key = 'ds-1-answer-1') =>
      software.call(`/orders/${name}/messages`, {
        body: { body: 'Elle part demain.' },
        headers: { 'idempotency-key': key },
      })
    const written = await dataOf(await write('DS-1'))
    expect(written).toMatchObject({ body: 'Elle part demain.', isFromLaboratory: true })
    expect(await dataOf(await write('DS-1'))).toEqual(written)
    expect(await dataOf(await asking(`/api/orders/${id}/messages`))).toMatchObject([
      { id: written.id, author: 'Laboratoire d’essai', isFromLaboratory: true, isOwn: false },
    ])
    expect(await refusalOf(await write('DS-404', 'ds-404'))).toEqual([404, 'not_found'])
    const other = await programOf(testApp, await make.laboratory())
    const foreign = { body: { body: 'Bonjour' }, headers: { 'idempotency-key': 'foreign' } }
    expect(await refusalOf(await other.call(`/orders/${id}/messages`, foreign))).toEqual([404, 'not_found'])
    expect((await dataOf(await software.call('/orders/DS-1'))).messages).toHaveLength(1)
  })
})

it('what is answered to a question is read with the case, the shade and the time too', async () => {
  const { practice, doctor, software } = await laboratoryWithSoftware()
  const asking = await as(doctor)
  const { id } = await make.order(practice, { status: 'in_preparation' })
  await dataOf(
    await software.put('/orders/DS-1', { orderId: id, status: 'on_hold', hold: { reason: 'shade', question: 'A2 ?' } }),
  )
  const answer = { body: { answer: 'shade', shade: 'B1' } }
  expect((await asking(`/api/orders/${id}/hold-answer`, answer)).status).toBeLessThan(300)
  const read = await dataOf(await software.call('/orders/DS-1'))
  expect(read.hold).toMatchObject({ question: 'A2 ?', answer: 'shade' })
  expect(read.timeline.at(-1)).toMatchObject({ status: 'on_hold', note: expect.stringContaining('B1') })
})

describe('without end', () => {
  const writtenBy = (
    author: { id: string },
    { laboratory, practice, id }: { laboratory: { id: string }; practice: { id: string }; id: string },
    count: number,
  ) =>
    make.within(laboratory.id, client =>
      client.query(
        `insert into order_messages (brand_id, practice_id, order_id, author_id, is_from_laboratory, body)
         select $1, $2, $3, $4, false, 'Message' from generate_series(1, $5)`,
        [laboratory.id, practice.id, id, author.id, count],
      ),
    )

  it('no program writes: the practice’s own words stay in the thread', async () => {
    const { practice, software } = await laboratoryWithSoftware()
    const { id } = await make.order(practice)
    const write = (number: number) =>
      software.call(`/orders/${id}/messages`, {
        body: { body: `Message ${number}` },
        headers: { 'idempotency-key': `message-${number}` },
      })
    for (let number = 0; number < 50; number++) expect((await write(number)).status).toBe(201)
    const refused = await write(50)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    const withoutKey = await software.call(`/orders/${id}/messages`, { body: { body: 'Bonjour' } })
    expect(await refusalOf(withoutKey)).toEqual([400, 'idempotency_key_missing'])
  })

  it('but people may: what they write is theirs to count', async () => {
    const { laboratory, practice, doctor } = await laboratoryWithSoftware()
    const { id } = await make.order(practice)
    await writtenBy(doctor, { laboratory, practice, id }, 50)
    const asking = await as(doctor)
    expect((await asking(`/api/orders/${id}/messages`, { body: { body: 'Bonjour' } })).status).toBe(201)
  })

  it('messages that come together are counted one after the other', async () => {
    const { laboratory, practice, software } = await laboratoryWithSoftware()
    const { id } = await make.order(practice)
    await writtenBy(software, { laboratory, practice, id }, 48)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        software.call(`/orders/${id}/messages`, {
          body: { body: `Message ${number}` },
          headers: { 'idempotency-key': `together-${number}` },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  })
})

it('a name that was erased does not come back with the answer to a message sent again', async () => {
  const { laboratory, practice, software } = await laboratoryWithSoftware()
  const admin = await as(await make.user(laboratory))
  const { id } = await make.order(practice, { patient: 'François Le Gall', status: 'delivered' })
  const write = () =>
    software.call(`/orders/${id}/messages`, {
      body: { body: 'Bonjour,\nFrançois Le Gall peut venir : "demain".' },
      headers: { 'idempotency-key': 'erased' },
    })
  const written = await dataOf(await write())
  const other = await make.order(practice, { patient: 'Jean Petit' })
  const message = { body: { body: 'Pour Jean Petit' }, headers: { 'idempotency-key': 'other' } }
  const kept = await dataOf(await software.call(`/orders/${other.id}/messages`, message))
  expect((await admin(`/api/staff/orders/${id}/patient-name`, { method: 'DELETE' })).status).toBeLessThan(300)
  expect(await dataOf(await write())).toEqual({ ...written, body: 'Bonjour,\n… peut venir : "demain".' })
  expect(await dataOf(await software.call(`/orders/${other.id}/messages`, message))).toEqual(kept)
})

it('nor does the name of an entry that is refused', async () => {
  const { practice, reference, software } = await laboratoryWithSoftware()
  const prescription = crown(reference, { patient: 'François Le Gall' })
  const { id } = await dataOf(await software.put('/orders/A', { practice: { id: practice.id }, prescription }))
  const write = () =>
    software.call(`/orders/${id}/messages`, {
      body: { body: 'Le bon de François Le Gall est illisible' },
      headers: { 'idempotency-key': 'refused' },
    })
  await dataOf(await write())
  await dataOf(await software.put('/orders/A', { status: 'cancelled' }))
  expect(await dataOf(await write())).toMatchObject({ body: 'Le bon de … est illisible' })
})

it('a practice says with its days when it is away', async () => {
  const { practice, doctor, software } = await laboratoryWithSoftware()
  const asking = await as(doctor)
  const [from, to] = [addDays(today, 20), addDays(today, 24)]
  expect((await asking('/api/absences', { body: { from, to, deliveryPossible: false } })).status).toBe(201)
  expect((await dataOf(await software.call(`/practices/${practice.id}`))).absences).toMatchObject([
    { from, to, fromShift: 'AM', toShift: 'PM', deliveryPossible: false },
  ])
})
