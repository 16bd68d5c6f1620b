import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { startAttaching } from '#test/attaching.ts'
import * as files from '#test/files.ts'
import { noCreatingRates, problemOf, startTestApp } from '#test/harness.ts'
import { today } from '#test/today.ts'
import { largestHandOverPhoto } from '../hand-over-photo-contract.ts'
import { sweepAttachments } from './sweep.ts'

const use = startTestApp({ creatingRates: noCreatingRates })
const { app, make, as } = use
const { call: doctor, filesOf, laboratory, listOf, practice, rowsOf, send } = await startAttaching(use)

const tenMinutesAgo = new Date(Date.now() - 600_000).toISOString()
const driver = await make.user(laboratory, { role: 'driver', title: '', first_name: 'Paul', last_name: 'Durand' })
const driving = await as(driver)
const bench = await as(await make.user(laboratory, { role: 'production' }))
type Call = typeof driving

const shipped = async () => (await make.order(practice, { status: 'shipped', delivery_on: today })).id

/** Records a driver's stop; returns its id. */
async function note(values: object, by: Call = driving): Promise<string> {
  const id = randomUUID()
  const body = { id, practiceId: practice.id, day: today, outcome: 'handed_over', orderIds: [], rideIds: [], ...values }
  const answer = await by('/api/staff/hand-overs', { body: { ...body, at: tenMinutesAgo } })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return id
}
const photograph = (id: string, bytes: Uint8Array, { by = driving, name = 'photo.jpg', key = randomUUID() } = {}) =>
  by(`/api/staff/hand-overs/${id}/photo`, {
    method: 'POST',
    body: files.form(name, bytes),
    headers: { 'idempotency-key': key },
  })
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const staffListOf = async (orderId: string, by: Call = bench) =>
  (await (await by(`/api/staff/orders/${orderId}/attachments`)).json()).data

describe('a photo of a hand-over', () => {
  it('stands with the files of each case that was handed over, with who took it and when, without where', async () => {
    const orderIds = [await shipped(), await shipped()]
    const handOver = await note({ orderIds })
    const answer = await photograph(handOver, await files.photo())
    expect(answer.status, await answer.clone().text()).toBe(201)
    expect(new Set((await answer.json()).data.orderIds)).toEqual(new Set(orderIds))
    for (const orderId of orderIds) {
      const shown = { name: `photo-remise-${today}.jpg`, type: 'jpg', createdAt: tenMinutesAgo, canRemove: false }
      expect(await staffListOf(orderId)).toMatchObject([{ ...shown, createdBy: 'Paul Durand' }])
      // Practices see no names of the laboratory's staff.
      const [theirs] = (await listOf(orderId)).data
      expect(theirs).toMatchObject(shown)
      expect(theirs?.createdBy).not.toContain('Durand')
      for (const [by, place] of [
        [doctor, '/api/attachments'],
        [bench, '/api/staff/attachments'],
      ] as const) {
        const bytes = Buffer.from(await (await by(`${place}/${theirs?.id}`)).arrayBuffer())
        expect((await sharp(bytes).metadata()).exif).toBeUndefined()
        expect(bytes.includes('Secret phone')).toBe(false)
      }
      const removal = await doctor(`/api/attachments/${theirs?.id}`, { method: 'DELETE' })
      expect(await refusalOf(removal)).toEqual([409, 'attachment_is_kept'])
    }
  })

  it('stands on the cases for which nobody was there', async () => {
    const orderId = await shipped()
    const other = await shipped()
    const handOver = await note({ outcome: 'nobody_there', orderIds: [orderId] })
    expect((await photograph(handOver, await files.photo())).status).toBe(201)
    expect(await staffListOf(orderId)).toMatchObject([{ name: `photo-passage-${today}.jpg` }])
    expect(await staffListOf(other)).toEqual([])
  })

  it('is one, however often and from however many tabs it comes', async () => {
    const orderId = await shipped()
    const handOver = await note({ orderIds: [orderId] })
    const photo = await files.photo()
    const key = randomUUID()
    expect((await photograph(handOver, photo, { key })).status).toBe(201)
    // The answer was lost: the retry gets the same answer.
    expect((await photograph(handOver, photo, { key })).status).toBe(201)
    expect(await refusalOf(await photograph(handOver, photo))).toEqual([409, 'photo_there'])
    expect(await staffListOf(orderId)).toHaveLength(1)

    const second = await shipped()
    const told = await note({ orderIds: [second] })
    const answers = await Promise.all([1, 2, 3].map(() => photograph(told, photo)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await staffListOf(second)).toHaveLength(1)
    // A request during another's upload stores nothing: the phone retries.
    const codes = await Promise.all(
      answers.filter(({ status }) => status === 409).map(async one => (await problemOf(one)).code),
    )
    for (const code of codes) expect(['request_in_flight', 'photo_there']).toContain(code)
    expect((await filesOf()).length).toBe((await rowsOf()).length)
    expect((await rowsOf()).filter(({ state }) => state !== 'ready')).toEqual([])
    expect((await filesOf()).length).toBe((await rowsOf()).length)
  })

  it('goes with the hand-over that is taken back, from that case alone, and none comes after', async () => {
    const orderIds = [await shipped(), await shipped()]
    const [taken, other] = orderIds as [string, string]
    const photo = await files.photo()
    const takeBack = async (orderId: string) =>
      expect(
        (await driving('/api/staff/deliveries/taken-back', { body: { orderIds: [orderId], reason: 'Autre porte' } }))
          .status,
      ).toBe(204)
    const before = (await filesOf()).length
    const first = await note({ orderIds })
    expect((await photograph(first, photo)).status).toBe(201)
    await takeBack(taken)
    for (let time = 0; time < 3; time++) {
      const handOver = await note({ orderIds: [taken] })
      expect((await photograph(handOver, photo)).status).toBe(201)
      await takeBack(taken)
      expect(await refusalOf(await photograph(handOver, photo))).toEqual([409, 'no_case_there'])
    }
    expect(await staffListOf(taken)).toEqual([])
    expect(await staffListOf(other)).toHaveLength(1)
    await sweepAttachments(app.files, { laboratories: [laboratory.id] })
    expect((await filesOf()).length).toBe(before + 1)
  })

  it('does not stay where it is taken back in the same moment', async () => {
    const photo = await files.photo()
    const taken = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const orderId = await shipped()
        const handOver = await note({ orderIds: [orderId] })
        await Promise.all([
          photograph(handOver, photo),
          driving('/api/staff/deliveries/taken-back', { body: { orderIds: [orderId], reason: 'Autre porte' } }),
        ])
        return orderId
      }),
    )
    for (const orderId of taken) expect(await staffListOf(orderId)).toEqual([])
  })

  it('is a photo of at most 1 MB, and of a case; what is refused leaves nothing', async () => {
    const orderId = await shipped()
    const handOver = await note({ orderIds: [orderId] })
    const refusals = [
      [await photograph(handOver, files.pdf(), { name: 'a.pdf' }), 415, 'file_type_refused'],
      [await photograph(handOver, files.stl(), { name: 'a.stl' }), 415, 'file_type_refused'],
      [await photograph(handOver, files.pdf(), { name: 'a.jpg' }), 415, 'file_is_not_what_it_says'],
      [await photograph(handOver, Buffer.alloc(largestHandOverPhoto + 1, 1)), 413, 'file_too_large'],
    ] as const
    for (const [answer, ...refusal] of refusals) expect(await refusalOf(answer)).toEqual(refusal)
    expect(await staffListOf(orderId)).toEqual([])
    expect((await rowsOf()).filter(({ state }) => state === 'uploading')).toEqual([])

    const { id: rideId } = await make.ride(practice, today, 'AM', { status: 'confirmed' })
    const pickup = await note({ rideIds: [rideId] })
    expect(await refusalOf(await photograph(pickup, await files.photo()))).toEqual([409, 'no_case_there'])
  })

  it('is sent by whoever noted the hand-over, and by nobody else', async () => {
    const orderId = await shipped()
    const handOver = await note({ orderIds: [orderId] })
    const photo = await files.photo()
    const elsewhere = await make.laboratory()
    const others = [
      await as(await make.user(laboratory, { role: 'driver' })),
      await as(await make.user(elsewhere, { role: 'driver' })),
    ]
    for (const by of others) expect((await photograph(handOver, photo, { by })).status).toBe(404)
    for (const by of [bench, doctor]) expect((await photograph(handOver, photo, { by })).status).toBe(403)
    expect((await photograph(randomUUID(), photo)).status).toBe(404)
    expect(await staffListOf(orderId)).toEqual([])
  })

  it('takes no room of the practice’s, and needs none', async () => {
    await make.within(laboratory.id, client =>
      client.query('update brands set attachment_maximum_count = 1 where id = $1', [laboratory.id]),
    )
    const orderId = await shipped()
    const handOver = await note({ orderIds: [orderId] })
    expect((await photograph(handOver, await files.photo())).status).toBe(201)
    expect((await send(orderId, 'a.pdf', files.pdf())).status).toBe(201)
    // The portal counts the free places by this flag.
    expect((await listOf(orderId)).data.map(({ isOfHandOver }) => isOfHandOver)).toEqual([true, false])
    expect(await refusalOf(await send(orderId, 'b.pdf', files.pdf()))).toEqual([409, 'too_many_files'])
    const next = await shipped()
    expect((await send(next, 'a.pdf', files.pdf())).status).toBe(201)
    expect((await photograph(await note({ orderIds: [next] }), await files.photo())).status).toBe(201)
  })

  it('is written and taken away by no statement in a practice’s context, and read there', async () => {
    const orderId = await shipped()
    const handOver = await note({ orderIds: [orderId] })
    expect((await photograph(handOver, await files.photo())).status).toBe(201)
    const other = await note({ orderIds: [await shipped()] })
    const inPractice = (text: string) =>
      make.within(laboratory.id, async client => {
        await client.query(`select tenant.set_context('${laboratory.id}', '${practice.id}', null)`)
        return client.query(text)
      })
    const ofPhoto = `where hand_over_id = '${handOver}'`
    expect((await inPractice(`select from attachments ${ofPhoto}`)).rowCount).toBe(1)
    expect((await inPractice(`update attachments set state = 'removed' ${ofPhoto}`)).rowCount).toBe(0)
    expect((await inPractice(`delete from attachments ${ofPhoto}`)).rowCount).toBe(0)
    const forged = `insert into attachments (brand_id, practice_id, order_id, hand_over_id, created_by)
      values ('${laboratory.id}', '${practice.id}', '${orderId}', '${other}', '${driver.id}')`
    await expect(inPractice(forged)).rejects.toThrow(/row-level security/)
  })
})
