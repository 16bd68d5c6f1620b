import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
import type { Case } from '../contract.ts'

const { make, as, request } = startTestApp()

const practiceOfItsOwn = async () => make.practice(await make.laboratory())
const receive = async (user: TestUser, ids: unknown) => (await as(user))('/api/orders/received', { body: { ids } })
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const caseOf = async (user: TestUser, id: string) =>
  ((await (await (await as(user))(`/api/orders/${id}`)).json()) as { data: Case }).data
const shipped = (practice: TestPractice) => make.order(practice, { status: 'shipped', delivery_on: '2026-11-02' })

describe('a case that has come to the practice', () => {
  it('is delivered in one press, alone or with all of the day, and says so on its timeline, to each in their language', async () => {
    const practice = await practiceOfItsOwn()
    const [doctor, assistant] = [await make.user(practice), await make.user(practice, { language: 'en' })]
    const [one, two, three] = [await shipped(practice), await shipped(practice), await shipped(practice)]
    expect(await (await receive(doctor, [one.id])).json()).toEqual({ data: { ids: [one.id] } })
    // An id given twice, even in capitals, counts once.
    expect((await receive(assistant, [two.id, two.id.toUpperCase(), three.id])).status).toBe(200)
    for (const [reader, note] of [
      [doctor, 'Reçu au cabinet.'],
      [assistant, 'Received at the practice.'],
    ] as const)
      for (const { id } of [one, two, three])
        expect(await caseOf(reader, id)).toMatchObject({
          status: 'delivered',
          delivery: null,
          timeline: [{ status: 'delivered', note }],
        })
    const { rows } = await make.within(practice.laboratory.id, client =>
      client.query("select order_id from audit_events where kind = 'order_status_changed'"),
    )
    expect(rows.map(({ order_id }) => order_id).toSorted()).toEqual([one.id, two.id, three.id].toSorted())
  })

  it('is no news to the colleagues, and none to be mailed', async () => {
    const practice = await practiceOfItsOwn()
    const [doctor, colleague] = [await make.user(practice), await make.user(practice)]
    const { id } = await shipped(practice)
    await receive(doctor, [id])
    const unread = await (await (await as(colleague))('/api/unread')).json()
    expect(unread.total).toBe(0)
    const { rows } = await make.within(practice.laboratory.id, client =>
      client.query("select from notices where kind = 'delivered'"),
    )
    expect(rows).toEqual([])
  })

  it('stays so where it is said again, or after the driver, by two at once too', async () => {
    const practice = await practiceOfItsOwn()
    const [doctor, colleague] = [await make.user(practice), await make.user(practice)]
    const [one, two] = [await shipped(practice), await shipped(practice)]
    const answers = await Promise.all([
      receive(doctor, [one.id, two.id]),
      receive(colleague, [two.id, one.id]),
      receive(doctor, [one.id]),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await caseOf(doctor, one.id)).timeline).toHaveLength(1)
    for (const status of ['delivered', 'invoiced'])
      expect((await receive(doctor, [(await make.order(practice, { status })).id])).status).toBe(200)
  })

  it('was on its way: what was not stays where it is', async () => {
    const practice = await practiceOfItsOwn()
    const doctor = await make.user(practice)
    const here = await shipped(practice)
    for (const status of ['registered', 'in_preparation', 'in_production', 'cancelled', 'unknown']) {
      const { id } = await make.order(practice, { status })
      expect(await refusalOf(await receive(doctor, [id])), status).toEqual([409, 'not_on_its_way'])
      expect((await caseOf(doctor, id)).status).toBe(status)
    }
    const made = await make.order(practice, { status: 'in_production' })
    expect(await (await receive(doctor, [made.id, here.id])).json()).toEqual({ data: { ids: [here.id] } })
    expect((await caseOf(doctor, made.id)).status).toBe('in_production')
  })

  it('is one’s own, or nothing is received', async () => {
    const practice = await practiceOfItsOwn()
    const [doctor, own] = [await make.user(practice), await shipped(practice)]
    for (const other of [await make.practice(practice.laboratory), await practiceOfItsOwn()]) {
      const { id } = await shipped(other)
      expect(await refusalOf(await receive(doctor, [own.id, id]))).toEqual([404, 'not_found'])
    }
    expect(await refusalOf(await receive(doctor, [randomUUID()]))).toEqual([404, 'not_found'])
    for (const wrong of [[], ['x'], Array.from({ length: 101 }, () => randomUUID()), own.id, undefined])
      expect((await receive(doctor, wrong)).status).toBe(422)
    expect((await receive(await make.user(practice.laboratory), [own.id])).status).toBe(403)
    expect((await request(practice.laboratory, '/api/orders/received', { body: { ids: [own.id] } })).status).toBe(401)
    expect((await caseOf(doctor, own.id)).status).toBe('shipped')
  })
})
