import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'

const { make, as, request } = startTestApp()

const practiceOfItsOwn = async () => make.practice(await make.laboratory())
const at = (day: number) => `2026-03-0${day}T10:00:00.000Z`
const made = (practice: TestPractice, patient_code: string, day: number, more: object = {}) =>
  make.order(practice, { patient_code, created_at: at(day), ...more })
const pathOf = ({ id }: { id: string }) => `/api/orders/${id}/patient`

async function produced(practice: TestPractice, order: { id: string }, sequence: number, values: object) {
  await make.orderLine(practice, order.id, 'COU', {
    case_sequence: sequence,
    label_fr: 'Couronne',
    label_en: 'Crown',
    ...values,
  })
}

it('a patient has all cases of their code, newest first, whichever of them leads there', async () => {
  const practice = await practiceOfItsOwn()
  const first = await made(practice, 'P-77', 1, { code: 'T-1', patient: 'Élodie Martin', status: 'invoiced' })
  const last = await made(practice, 'p-77', 3, { code: 'T-3', patient: null })
  const cancelled = await made(practice, 'P-77', 2, { code: 'T-2', patient: null, status: 'cancelled' })
  await made(practice, 'P-770', 4, { code: 'T-4' })
  await made(await make.practice(practice.laboratory), 'P-77', 5, { code: 'T-5' })
  const call = await as(await make.user(practice))
  for (const from of [first, last, cancelled]) {
    const { data } = await (await call(pathOf(from))).json()
    expect(data).toMatchObject({ code: 'p-77', name: 'Élodie Martin', shades: expect.any(Array) })
    expect(data.cases.map(({ code }: { code: string }) => code)).toEqual(['T-3', 'T-2', 'T-1'])
  }
})

it('the shades used so far are said once for the same teeth, the latest first, and none of what was cancelled', async () => {
  const practice = await practiceOfItsOwn()
  const [first, last, cancelled] = [
    await made(practice, 'P-1', 1, { code: 'T-1' }),
    await made(practice, 'P-1', 2, { code: 'T-2' }),
    await made(practice, 'P-1', 3, { code: 'T-3', status: 'cancelled' }),
  ]
  await produced(practice, first, 7, { shade: 'A2', teeth: [26] })
  await produced(practice, last, 7, { shade: 'A2', teeth: [26] })
  await produced(practice, last, 8, { shade: null, complementary_shade: 'B1', teeth: [] })
  await produced(practice, last, 9, { shade: null })
  await produced(practice, cancelled, 7, { shade: 'C4', teeth: [11] })
  const call = await as(await make.user(practice))
  const { shades } = (await (await call(pathOf(first))).json()).data
  const ofLast = shades.filter(({ label }: { label: string }) => label === 'Couronne')
  const order = { id: last.id, code: 'T-2' }
  expect(ofLast).toHaveLength(2)
  expect(ofLast).toEqual(
    expect.arrayContaining([
      { shade: 'A2', complementaryShade: null, teeth: [26], label: 'Couronne', order, orderedAt: at(2) },
      { shade: null, complementaryShade: 'B1', teeth: [], label: 'Couronne', order, orderedAt: at(2) },
    ]),
  )
})

it('a practice doctor learns of no invoicing by it', async () => {
  const practice = await practiceOfItsOwn()
  const order = await made(practice, 'P-1', 1, { status: 'invoiced' })
  const call = await as(await make.user(practice, { is_practice_doctor: true }))
  expect((await (await call(pathOf(order))).json()).data.cases).toMatchObject([{ status: 'delivered' }])
})

it('is there for the practice alone', async () => {
  const practice = await practiceOfItsOwn()
  const order = await made(practice, 'P-1', 1)
  for (const other of [await make.practice(practice.laboratory), await practiceOfItsOwn()])
    expect((await (await as(await make.user(other)))(pathOf(order))).status).toBe(404)
  expect((await (await as(await make.user(practice)))(pathOf({ id: randomUUID() }))).status).toBe(404)
  expect((await (await as(await make.user(practice.laboratory)))(pathOf(order))).status).toBe(403)
  expect((await request(practice.laboratory, pathOf(order))).status).toBe(401)
})
