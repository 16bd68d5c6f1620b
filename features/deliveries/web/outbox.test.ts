import { afterEach, expect, it, vi } from 'vitest'
import { dayInZone } from '#kit/day.ts'
import { setUpCalls } from '#kit/web/call.ts'
import { startTestApp } from '#test/harness.ts'
import { outbox } from './outbox.ts'

const { make, request, tokenFor } = startTestApp()
const today = dayInZone(new Date(), 'Europe/Paris')
const stops = 20

afterEach(() => void vi.unstubAllGlobals())

/** A driver's phone: `network` says what becomes of what it sends. */
async function phoneOf(user: Awaited<ReturnType<typeof make.user>>) {
  const phone = { network: 'there' as 'there' | 'gone' | 'answers lost', sent: 0 }
  const token = await tokenFor(user)
  setUpCalls({
    apiOrigin: '',
    authorization: { stored: () => token, valid: async () => token, renew: async () => token },
  })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit) => {
    if (phone.network === 'gone') throw new TypeError('Failed to fetch')
    phone.sent += 1
    const options = { method, headers: Object.fromEntries(new Headers(headers)), ...(body ? { body } : {}) }
    const answer = await request(user.laboratory, path, options)
    if (phone.network === 'answers lost') throw new TypeError('Failed to fetch')
    return answer
  })
  return phone
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
const note = ({ practice, orderIds, rideIds }: Visit) =>
  outbox.add({
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
  })

it('a round of 20 stops whose network goes away in the middle, and now and then swallows an answer: nothing is lost, nothing twice', async () => {
  const { laboratory, round, driver } = await makeRound()
  const phone = await phoneOf(driver)
  for (const [index, visit] of round.entries()) {
    phone.network = index === 4 ? 'answers lost' : index >= 8 && index < 15 ? 'gone' : 'there'
    note(visit)
    await outbox.send()
    if (index === 4) expect(outbox.entries()).toHaveLength(1)
    if (index === 14) expect(outbox.entries()).toHaveLength(7)
  }
  expect(outbox.entries()).toEqual([])
  // Each once, and once more the one whose answer was lost.
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
  note(first)
  note(second)
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
  note(first)
  expect([outbox.entries().length, outbox.isOnlyOnPage(), disk.size]).toEqual([1, true, 0])
  isFull = false
  note(second)
  expect([outbox.entries().length, outbox.isOnlyOnPage(), disk.size]).toEqual([2, false, 1])
  phone.network = 'there'
  await outbox.send()
  expect([outbox.entries(), disk.size]).toEqual([[], 0])
})
