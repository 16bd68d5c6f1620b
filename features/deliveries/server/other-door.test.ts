import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import * as files from '#test/files.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { noted } from '#test/rounds.ts'
import { today } from '#test/today.ts'
import type { RunSheet } from '../contract.ts'

const { make, as } = startTestApp({ connections: 25 })
type Call = Awaited<ReturnType<typeof as>>

/** Cabinet Rose is merged into Cabinet Lilas; a driver stands at both doors. */
async function twoDoors() {
  const laboratory = await make.laboratory()
  const staying = await make.practice(laboratory, { name: 'Cabinet Lilas' })
  const going = await make.practice(laboratory, { name: 'Cabinet Rose' })
  const administrator = await as(await make.user(laboratory))
  return {
    going,
    staying,
    call: await as(await make.user(laboratory, { role: 'driver' })),
    colleague: await as(await make.user(laboratory, { role: 'driver' })),
    async merge() {
      const body = { goingId: going.id, name: 'Cabinet Rose' }
      expect((await administrator(`/api/staff/practices/${staying.id}/merging`, { body })).status).toBe(204)
    },
    rowsOf: async (text: string) => (await make.within(laboratory.id, client => client.query(text))).rows,
  }
}

const toBring = async (practice: TestPractice, day = today) =>
  (await make.order(practice, { status: 'shipped', delivery_on: day })).id
const nobody = (practice: TestPractice, orderIds: string[], more: object = {}) =>
  noted(practice, { day: today, outcome: 'nobody_there', orderIds, ...more })
const tell = (call: Call, body: object) => call('/api/staff/hand-overs', { body })
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const visitsOf = async (call: Call): Promise<string[]> => {
  const { stops }: RunSheet = (await (await call('/api/staff/deliveries')).json()).data
  return stops.flatMap(({ handOvers }) => handOvers.map(({ outcome }) => outcome))
}
const lines = 'select order_id, count(*)::int as lines from order_events group by 1 order by 1'
const once = (...ids: string[]) => ids.toSorted().map(order_id => ({ order_id, lines: 1 }))

describe('where nobody was at either door of practices that have gone together', () => {
  it.each(['before', 'after'])(
    'each case says so, the day does once, and no telling again does anything; first noted %s',
    async first => {
      const { going, staying, call, merge, rowsOf } = await twoDoors()
      const [theirs, own] = [await toBring(going), await toBring(staying)]
      const { id: rideId } = await make.ride(staying, today, 'PM')
      const told = [nobody(going, [theirs]), nobody(staying, [own], { rideIds: [rideId] })]
      if (first === 'after') await merge()
      for (const [index, body] of told.entries()) {
        if (first === 'before' && index === 1) await merge()
        expect((await tell(call, body)).status).toBe(201)
      }
      const deeds = `select from audit_events where kind = 'hand_over_noted'`
      const done = await rowsOf(deeds)
      // Their idempotency keys have expired by then.
      for (const body of told) expect((await tell(call, body)).status).toBe(201)
      expect(await rowsOf(lines)).toEqual(once(theirs, own))
      expect(await rowsOf(deeds)).toHaveLength(done.length)
      expect(await rowsOf('select status from rides')).toEqual([{ status: 'nobody_there' }])
      expect(await visitsOf(call)).toEqual(['nobody_there'])
    },
  )

  it('what was told of both before they went together stays told, and the day says it once', async () => {
    const { going, staying, call, merge, rowsOf } = await twoDoors()
    const [theirs, own] = [await toBring(going), await toBring(staying)]
    const told = [nobody(going, [theirs]), nobody(staying, [own])]
    for (const body of told) expect((await tell(call, body)).status).toBe(201)
    await merge()
    for (const body of told) expect((await tell(call, body)).status).toBe(201)
    expect(await rowsOf(lines)).toEqual(once(theirs, own))
    expect(await visitsOf(call)).toEqual(['nobody_there'])
  })

  it.each([0, 1, 2])('the photo of each reaches its cases; %i of two told before', async before => {
    const { going, staying, call, colleague, merge, rowsOf } = await twoDoors()
    const [theirs, own] = [await toBring(going), await toBring(staying)]
    const visits = [
      { by: call, body: nobody(going, [theirs]) },
      { by: colleague, body: nobody(staying, [own]) },
    ]
    for (const [index, { by, body }] of visits.entries()) {
      if (index === before) await merge()
      expect((await tell(by, body)).status).toBe(201)
    }
    if (before === 2) await merge()
    for (const { by, body } of visits) {
      const form = files.form('photo.jpg', await files.photo())
      const headers = { 'idempotency-key': randomUUID() }
      const sent = await by(`/api/staff/hand-overs/${body.id}/photo`, { method: 'POST', body: form, headers })
      expect([sent.status, (await sent.json()).data]).toEqual([201, { orderIds: body.orderIds }])
    }
    expect(
      await rowsOf(
        `select order_id, count(*)::int as lines from attachments where state = 'ready' group by 1 order by 1`,
      ),
    ).toEqual(once(theirs, own))
  })

  it('both are heard when they are told at once', async () => {
    const { going, staying, call, colleague, merge, rowsOf } = await twoDoors()
    await merge()
    const cases: string[] = []
    for (let back = 0; back < 5; back++) {
      const day = addDays(today, -back)
      const [theirs, own] = [await toBring(staying, day), await toBring(staying, day)]
      cases.push(theirs, own)
      const answers = await Promise.all([
        tell(call, nobody(going, [theirs], { day })),
        tell(colleague, nobody(staying, [own], { day })),
      ])
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
    }
    expect(await rowsOf(lines)).toEqual(once(...cases))
  })

  it.each(['going', 'staying'] as const)(
    'a second driver with the same cases at the same door is told that it was said: %s',
    async door => {
      const { call, colleague, merge, rowsOf, ...practices } = await twoDoors()
      const practice = practices[door]
      const [one, later] = [await toBring(practice), await toBring(practice)]
      const rideIds = [(await make.ride(practice, today, 'AM')).id]
      await merge()
      expect((await tell(call, nobody(practice, [one], { rideIds }))).status).toBe(201)
      for (const by of [call, colleague])
        expect(await refusalOf(await tell(by, nobody(practice, [one], { rideIds })))).toEqual([409, 'stop_done'])
      const rest = await tell(colleague, nobody(practice, [one, later], { rideIds }))
      expect([rest.status, (await rest.json()).data]).toMatchObject([201, { orderIds: [later], rideIds: [] }])
      expect(await rowsOf(lines)).toEqual(once(one, later))
      expect(await visitsOf(call)).toEqual(['nobody_there'])
      // The driver comes again the next day.
      const tomorrow = nobody(practice, [one], { day: addDays(today, 1) })
      expect((await tell(call, tomorrow)).status).toBe(201)
    },
  )
})
