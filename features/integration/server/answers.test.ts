import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { crown, dataOf, programOf, refusalOf, startProgramTests } from '#test/asking-as-program.ts'
import { form, pdf } from '#test/files.ts'
import { problemOf } from '#test/harness.ts'
import { today } from '#test/today.ts'

const testApp = startProgramTests()
const { make, as, laboratoryWithSoftware } = testApp
const soon = addDays(today, 3)

async function asked() {
  const lab = await laboratoryWithSoftware()
  const doctor = await as(lab.doctor)
  const { id } = await make.order(lab.practice, { status: 'in_production', delivery_on: addDays(today, 9) })
  await dataOf(await lab.software.put('/orders/DS-1', { orderId: id }))
  const read = () => lab.software.call('/orders/DS-1').then(dataOf)
  const ask = (body: object) => doctor(`/api/orders/${id}/requests`, { body })
  return { ...lab, asking: doctor, id, read, ask }
}

it('a wish for an earlier day is answered by the software, once, and the practice reads it as the laboratory’s', async () => {
  const { software, asking, id, read, ask } = await asked()
  await ask({ wishedDate: soon, words: 'Départ en vacances' })
  const [{ id: request }] = (await read()).requests
  const answer = (body: object) => software.put(`/orders/DS-1/requests/${request}`, body)
  expect(await refusalOf(await answer({ granted: true }))).toEqual([422, 'input_invalid', 'deliveryDate required'])
  expect(await refusalOf(await answer({ granted: true, deliveryDate: addDays(today, -1) }))).toEqual([
    422,
    'input_invalid',
    'deliveryDate in_the_past',
  ])
  const granted = { granted: true, deliveryDate: soon, answer: 'Volontiers' }
  for (const _ of ['once', 'sent again']) expect((await answer(granted)).status).toBe(204)
  const { deliveryDate, requests, timeline } = await dataOf(await asking(`/api/orders/${id}`))
  expect({ deliveryDate, requests }).toMatchObject({
    deliveryDate: soon,
    requests: [{ state: 'granted', grantedDate: soon, answer: 'Volontiers' }],
  })
  expect(timeline.filter(({ note = '' }) => note.startsWith('Le laboratoire a répondu'))).toHaveLength(1)
  for (const other of [
    { ...granted, deliveryDate: addDays(today, 4) },
    { ...granted, answer: 'Oui' },
  ])
    expect(await refusalOf(await answer(other))).toEqual([409, 'request_decided'])
  expect(await refusalOf(await answer({ granted: false, answer: 'Non' }))).toEqual([409, 'request_decided'])
})

it('a change that the practice asks for is made by a yes, and refused with a reason', async () => {
  const { reference, doctor, software } = await laboratoryWithSoftware()
  const asking = await as(doctor)
  const { id } = await dataOf(await asking('/api/orders', { body: crown(reference, { prescriberName: undefined }) }))
  await dataOf(await software.put('/orders/DS-1', { orderId: id, status: 'in_production' }))
  const ask = (shade: string) =>
    asking(`/api/orders/${id}`, {
      method: 'PATCH',
      body: { products: [{ caseSequence: 1, shade }] },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
  const openOne = async () =>
    (await dataOf(await software.call('/orders/DS-1'))).requests.find(
      ({ state }: { state: string }) => state === 'open',
    )
  await dataOf(await ask('B1'))
  const { id: first, kind } = await openOne()
  expect(kind).toBe('change')
  const answer = (request: string, body: object) => software.put(`/orders/DS-1/requests/${request}`, body)
  expect(await refusalOf(await answer(first, { granted: false }))).toEqual([422, 'input_invalid', 'answer required'])
  for (const _ of ['once', 'sent again'])
    expect((await answer(first, { granted: false, answer: 'Trop tard' })).status).toBe(204)
  await dataOf(await ask('A3'))
  const { id: second } = await openOne()
  for (const _ of ['once', 'sent again']) expect((await answer(second, { granted: true })).status).toBe(204)
  const { requests, products } = await dataOf(await asking(`/api/orders/${id}`))
  expect(requests).toMatchObject([{ state: 'granted' }, { state: 'refused', answer: 'Trop tard' }])
  expect(products).toMatchObject([{ shade: 'A3' }])
})

it('what people have answered already stays, and what they have answered alike is no refusal', async () => {
  const { laboratory, software, id, read, ask } = await asked()
  await ask({ wishedDate: soon })
  const [{ id: request }] = (await read()).requests
  const production = await as(await make.user(laboratory, { role: 'production' }))
  const granted = { granted: true, deliveryDate: soon }
  expect((await production(`/api/staff/orders/${id}/requests/${request}/answer`, { body: granted })).status).toBe(204)
  expect((await software.put(`/orders/DS-1/requests/${request}`, granted)).status).toBe(204)
  const later = { granted: true, deliveryDate: addDays(today, 5) }
  expect(await refusalOf(await software.put(`/orders/DS-1/requests/${request}`, later))).toEqual([
    409,
    'request_decided',
  ])
})

it('a problem is answered by the software, and its answer sent again replaces none that people have given since', async () => {
  const { laboratory, practice, doctor, software } = await laboratoryWithSoftware()
  const asking = await as(doctor)
  const { id } = await make.order(practice, { status: 'delivered' })
  await asking(`/api/orders/${id}/problems`, { body: { kind: 'fit', description: 'Trop serré', remake: false } })
  const read = async () => (await dataOf(await software.call(`/orders/${id}`))).problems[0]
  const { id: problem } = await read()
  const answer = (body: object) => software.put(`/orders/${id}/problems/${problem}`, body)
  const first = { answer: 'Nous le reprenons', putRightOn: soon }
  expect(await refusalOf(await answer({ ...first, putRightOn: addDays(today, -1) }))).toEqual([
    422,
    'input_invalid',
    'putRightOn in_the_past',
  ])
  for (const _ of ['once', 'sent again']) expect((await answer(first)).status).toBe(204)
  expect(await read()).toMatchObject({ state: 'answered', answer: { words: 'Nous le reprenons', putRightOn: soon } })
  const production = await as(await make.user(laboratory, { role: 'production' }))
  const ofPeople = { answer: 'Nous le refaisons' }
  expect((await production(`/api/staff/orders/${id}/problems/${problem}/answer`, { body: ofPeople })).status).toBe(204)
  const { answer: holds } = await read()
  expect(await problemOf(await answer(first))).toMatchObject({
    status: 409,
    code: 'changed_meanwhile',
    present: holds.at,
  })
  expect((await read()).answer.words).toBe('Nous le refaisons')
  expect((await answer({ ...first, from: holds.at })).status).toBe(204)
  expect((await read()).answer.words).toBe('Nous le reprenons')
  await asking(`/api/orders/${id}/problems/${problem}/settled`, { method: 'POST' })
  const { at } = (await read()).answer
  expect(await refusalOf(await answer({ answer: 'Encore', from: at }))).toEqual([409, 'problem_settled'])
})

it('nothing is answered of another laboratory, or under another case', async () => {
  const { practice, software, read, ask } = await asked()
  await ask({ wishedDate: soon })
  const [{ id: request }] = (await read()).requests
  const other = await programOf(testApp, await make.laboratory())
  const { id } = await make.order(practice)
  const body = { granted: false, answer: 'Non' }
  for (const refused of [
    await other.put(`/orders/DS-1/requests/${request}`, body),
    await software.put(`/orders/${id}/requests/${request}`, body),
    await software.put(`/orders/${id}/problems/${request}`, { answer: 'Non' }),
  ])
    expect(await refusalOf(refused)).toEqual([404, 'not_found'])
})

it('a file is known by its bytes, and with the problem that it belongs to', async () => {
  const { software, asking, id, read } = await asked()
  const bytes = pdf()
  const sent = await asking(`/api/orders/${id}/attachments`, { method: 'POST', body: form('bon.pdf', bytes) })
  expect(sent.status).toBeLessThan(300)
  const [file] = (await read()).attachments
  expect(file).toMatchObject({ name: 'bon.pdf', type: 'pdf', problemId: null })
  const fetched = Buffer.from(await (await software.call(`/attachments/${file.id}`)).arrayBuffer())
  expect(file.sha256).toBe(createHash('sha256').update(fetched).digest('hex'))
})
