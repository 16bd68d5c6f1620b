import { afterEach, describe, expect, it, vi } from 'vitest'
import { setUpCalls } from '#kit/web/call.ts'
import { forgetBlob } from '#kit/web/kept-blobs.ts'
import * as files from '#test/files.ts'
import { startTestApp } from '#test/harness.ts'
import { today } from '#test/today.ts'
import { outbox } from './outbox.ts'

const { make, request, tokenFor } = startTestApp()
const stops = 20
type TestUser = Awaited<ReturnType<typeof make.user>>

afterEach(() => void vi.unstubAllGlobals())

type Network = 'there' | 'gone' | 'answers lost' | 'races lost'

const asProblem = { 'content-type': 'application/problem+json' }

/** A driver's phone: `network` decides what happens to its requests. */
async function phoneOf(user: TestUser) {
  const phone = { network: 'there' as Network, photos: 'there' as Network, sent: 0 }
  const token = await tokenFor(user)
  setUpCalls({
    apiOrigin: '',
    authorization: { user: () => null, stored: () => token, valid: async () => token, renew: async () => token },
  })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit) => {
    if (phone.network === 'gone') throw new TypeError('Failed to fetch')
    phone.sent += 1
    if (phone.network === 'races lost') return new Response('{"code":"conflict"}', { status: 409, headers: asProblem })
    const options = { method, headers: Object.fromEntries(new Headers(headers)), ...(body ? { body } : {}) }
    const answer = await request(user.laboratory, path, options)
    if (phone.network === 'answers lost') throw new TypeError('Failed to fetch')
    return answer
  })
  vi.stubGlobal('XMLHttpRequest', uploadsOver(user, phone))
  return phone
}

/** The part of XMLHttpRequest that uploading a file needs. */
const uploadsOver = ({ laboratory }: TestUser, phone: { network: Network; photos: Network }) =>
  class {
    status = 0
    responseText = ''
    withCredentials = false
    upload = {}
    onload = () => {}
    onerror = () => {}
    onloadend = () => {}
    #path = ''
    #headers: Record<string, string> = {}
    #answer: Headers = new Headers()
    open(_: string, path: string) {
      this.#path = path
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value
    }
    getResponseHeader(name: string) {
      return this.#answer.get(name)
    }
    async send(body: FormData) {
      const isAway = (state: Network) => phone.network === state || phone.photos === state
      const answer = isAway('gone')
        ? undefined
        : await request(laboratory, this.#path, { method: 'POST', headers: this.#headers, body })
      if (!answer || isAway('answers lost')) this.onerror()
      else {
        this.status = answer.status
        this.responseText = await answer.text()
        this.#answer = answer.headers
        this.onload()
      }
      this.onloadend()
    }
  }

async function makeRound() {
  const laboratory = await make.laboratory()
  const round = []
  for (let stop = 0; stop < stops; stop++) {
    const practice = await make.practice(laboratory)
    const order = await make.order(practice, { status: 'shipped', delivery_on: today })
    const ride = stop % 4 === 0 && (await make.ride(practice, today, 'AM', { status: 'confirmed' }))
    round.push({ practice, orderIds: [order.id], rideIds: ride ? [ride.id] : [] })
  }
  return { laboratory, round, driver: await make.user(laboratory, { role: 'driver' }) }
}
type Visit = Awaited<ReturnType<typeof makeRound>>['round'][number]
const note = ({ practice, orderIds, rideIds }: Visit, photo?: Blob) =>
  outbox.add(
    {
      practice: 'Cabinet',
      handOver: {
        id: crypto.randomUUID(),
        practiceId: practice.id,
        day: today,
        outcome: 'handed_over',
        orderIds,
        rideIds,
        at: new Date().toISOString(),
      },
    },
    photo,
  )

it('a round of 20 stops whose network goes away in the middle, and now and then swallows an answer: nothing is lost, nothing twice', async () => {
  const { laboratory, round, driver } = await makeRound()
  const phone = await phoneOf(driver)
  for (const [index, visit] of round.entries()) {
    phone.network = index === 4 ? 'answers lost' : index >= 8 && index < 15 ? 'gone' : 'there'
    await note(visit)
    await outbox.send()
    if (index === 4) expect(outbox.entries()).toHaveLength(1)
    if (index === 14) expect(outbox.entries()).toHaveLength(7)
  }
  expect(outbox.entries()).toEqual([])
  // Each once, plus one retry for the lost answer.
  expect(phone.sent).toBe(stops + 1)
  const count = async (text: string) =>
    (await make.within(laboratory.id, client => client.query(`select count(*)::int ${text}`))).rows[0]?.count
  expect(await count(`from order_events where status = 'delivered'`)).toBe(stops)
  expect(await count('from hand_overs')).toBe(stops)
  expect(await count(`from orders where status <> 'delivered'`)).toBe(0)
  expect(await count(`from rides where status = 'picked_up'`)).toBe(stops / 4)
})

it('what a colleague has done meanwhile stays with the reason, and holds up nothing behind it', async () => {
  const { laboratory, round, driver } = await makeRound()
  const [first, second] = round
  if (!first || !second) throw new Error('Twenty were made.')
  const phone = await phoneOf(driver)
  phone.network = 'gone'
  await note(first)
  await note(second)
  await outbox.send()
  await make.within(laboratory.id, client =>
    client.query(`update orders set status = 'delivered' where id = $1`, [first.orderIds[0]]),
  )
  await make.within(laboratory.id, client => client.query(`update rides set status = 'picked_up'`))
  phone.network = 'there'
  await outbox.send()
  expect(outbox.entries()).toMatchObject([{ handOver: { practiceId: first.practice.id }, refusal: 'stop_done' }])
  outbox.drop(outbox.entries()[0]?.handOver.id ?? '')
  expect(outbox.entries()).toEqual([])
})

it('what loses a race against somebody else is sent again', async () => {
  const { round, driver } = await makeRound()
  const [first] = round
  if (!first) throw new Error('Twenty were made.')
  const phone = await phoneOf(driver)
  phone.network = 'races lost'
  await note(first)
  await outbox.send()
  expect(outbox.entries()).toEqual([expect.not.objectContaining({ refusal: expect.anything() })])
  phone.network = 'there'
  await outbox.send()
  expect(outbox.entries()).toEqual([])
})

it('what was noted at a practice that goes into another one meanwhile arrives there, with its photo', async () => {
  const { laboratory, round, driver } = await makeRound()
  const [first, second] = round
  if (!first || !second) throw new Error('Twenty were made.')
  const phone = await phoneOf(driver)
  phone.network = 'gone'
  await note(first, new Blob([new Uint8Array(await files.photo())], { type: 'image/jpeg' }))
  await outbox.send()
  const administrator = await make.user(laboratory)
  await make.within(laboratory.id, async client => {
    await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, administrator.id])
    await client.query('select tenant.merge_practices($1, $2)', [first.practice.id, second.practice.id])
  })
  phone.network = 'there'
  await outbox.send()
  expect(outbox.entries()).toEqual([])
  const arrived = await make.within(laboratory.id, client =>
    client.query('select h.practice_id, a.order_id from hand_overs h join attachments a on a.hand_over_id = h.id'),
  )
  expect(arrived.rows).toEqual([{ practice_id: second.practice.id, order_id: first.orderIds[0] }])
})

it('what a full phone does not keep is known to stand on this page alone, until there is room', async () => {
  const { round, driver } = await makeRound()
  const [first, second] = round
  if (!first || !second) throw new Error('Twenty were made.')
  const phone = await phoneOf(driver)
  phone.network = 'gone'
  const disk = new Map<string, string>()
  let isFull = true
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('Full', 'QuotaExceededError')
      disk.set(key, value)
    },
    removeItem: (key: string) => void disk.delete(key),
  })
  await note(first)
  expect([outbox.entries().length, outbox.isOnlyOnPage(), disk.size]).toEqual([1, true, 0])
  isFull = false
  await note(second)
  expect([outbox.entries().length, outbox.isOnlyOnPage(), disk.size]).toEqual([2, false, 1])
  phone.network = 'there'
  await outbox.send()
  expect([outbox.entries(), disk.size]).toEqual([[], 0])
})

describe('a photo', () => {
  const photo = () => files.photo().then(bytes => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }))
  const photosOf = async ({ id }: Awaited<ReturnType<typeof makeRound>>['laboratory']) =>
    (
      await make.within(id, client =>
        client.query<{ order_id: string }>(`select order_id from attachments where state = 'ready'`),
      )
    ).rows.map(({ order_id }) => order_id)

  it('of each stop of a round whose network goes away in the middle, and swallows answers, arrives once; no hand-over waits for one', async () => {
    const { laboratory, round, driver } = await makeRound()
    const phone = await phoneOf(driver)
    phone.photos = 'gone'
    for (const [index, visit] of round.slice(0, 6).entries()) {
      phone.network = index >= 3 ? 'gone' : 'there'
      await note(visit, await photo())
      await outbox.send()
    }
    // Three hand-overs were sent; their photos wait behind the hand-overs that were not.
    expect(outbox.entries().map(entry => entry.photo)).toEqual(['alone', 'alone', 'alone', 'with', 'with', 'with'])
    phone.network = 'there'
    await outbox.send()
    expect(outbox.entries().map(entry => entry.photo)).toEqual(Array(6).fill('alone'))
    expect(await photosOf(laboratory)).toEqual([])
    phone.photos = 'answers lost'
    await outbox.send()
    phone.photos = 'there'
    await outbox.send()
    expect(outbox.entries()).toEqual([])
    expect((await photosOf(laboratory)).toSorted()).toEqual(
      round
        .slice(0, 6)
        .flatMap(({ orderIds }) => orderIds)
        .toSorted(),
    )
  })

  it('that is refused for good, or gone from the phone, says why and holds up nothing', async () => {
    const { laboratory, round, driver } = await makeRound()
    const [first, second, third] = round
    if (!first || !second || !third) throw new Error('Twenty were made.')
    const phone = await phoneOf(driver)
    phone.network = 'gone'
    await note(first, new Blob(['no photo at all']))
    await note(second, await photo())
    await note(third, await photo())
    await forgetBlob(outbox.entries()[1]?.handOver.id ?? '')
    phone.network = 'there'
    await outbox.send()
    expect(outbox.entries()).toMatchObject([
      { photo: 'alone', refusal: 'file_is_not_what_it_says' },
      { photo: 'alone', refusal: 'photo_lost' },
    ])
    expect(await photosOf(laboratory)).toEqual(third.orderIds)
    const handed = await make.within(laboratory.id, client => client.query('select from hand_overs'))
    expect(handed.rowCount).toBe(3)
    for (const { handOver } of outbox.entries()) outbox.drop(handOver.id)
    expect([outbox.entries(), outbox.isOnlyOnPage()]).toEqual([[], false])
  })
})
