import { expect, it } from 'vitest'
import { listenTo } from '#test/events.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { waitedFor } from '#test/waited-for.ts'
import { movesOf } from '../staff-rules.ts'

const { make, as } = startTestApp({ connections: 25, creatingRates: noCreatingRates })
const hold = { reason: 'technical_response', question: 'Quelle teinte ?' }
const statuses = ['registered', 'in_preparation', 'in_production', 'on_hold', 'shipped'] as const

it('two of the laboratory press different moves of one case at once, from wherever it stands: one is done, the other is told what and by whom', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const people = await Promise.all(
    ['Nina', 'Omar'].map(async name => {
      const user = await make.user(laboratory, { role: 'production', title: '', first_name: name, last_name: 'Roux' })
      const call = await as(user)
      return { id: user.id, name: `${name} Roux`, call }
    }),
  )
  const won = new Set<string | undefined>()
  for (const from of statuses) {
    const moves = movesOf({ status: from, heldFrom: from === 'on_hold' ? 'in_preparation' : null })
    for (const pair of moves.flatMap((one, index) => moves.slice(index + 1).map(other => [one, other]))) {
      const { id } = await make.order(practice, {
        status: from,
        ...(from === 'on_hold' && { hold_reason: hold.reason }),
      })
      // Alternates who is slightly faster.
      people.reverse()
      const answers = await Promise.all(
        people.map(({ call }, index) => {
          const status = pair[index] ?? from
          const said = { ...(status === 'on_hold' && { hold }), ...(status === 'cancelled' && { note: 'Illisible' }) }
          return call(`/api/staff/orders/${id}/status`, { body: { status, from, ...said } })
        }),
      )
      const first = answers.findIndex(({ ok }) => ok)
      const second = 1 - first
      won.add(people[first]?.name)
      expect(answers.map(({ status }) => status).toSorted(), `${from}: ${pair}`).toEqual([204, 409])
      expect(await answers[second]?.json()).toMatchObject({
        code: 'changed_meanwhile',
        present: { status: pair[first], by: people[first]?.name },
      })
      const { rows } = await make.within(laboratory.id, client =>
        client.query(
          `select o.status, e.status as noted, e.author_id from orders o
           left join order_events e on e.brand_id = o.brand_id and e.order_id = o.id where o.id = $1`,
          [id],
        ),
      )
      expect(rows).toEqual([{ status: pair[first], noted: pair[first], author_id: people[first]?.id }])
    }
  }
  expect(won.size, 'they do meet').toBe(2)
})

it('what one of them has done the other’s open screen hears of', async () => {
  const laboratory = await make.laboratory()
  const { id } = await make.order(await make.practice(laboratory))
  const [one, other] = [await as(await make.user(laboratory)), await as(await make.user(laboratory))]
  const events = listenTo(await other('/api/events'))
  await events.next('ready')
  await one(`/api/staff/orders/${id}/status`, { body: { status: 'in_preparation', from: 'registered' } })
  expect((await events.next('change')).topics).toContain('orders')
  await events.close()
})

it('what comes back to the bench while it is sent off leaves with a signed sheet or not at all', async () => {
  const laboratory = await make.laboratory({ unsigned_shipping: 'nobody' })
  const { id } = await make.order(await make.practice(laboratory), { status: 'in_preparation' })
  const call = await as(await make.user(laboratory, { role: 'production' }))
  const answer = await make.within(laboratory.id, async client => {
    await client.query(`update orders set status = 'in_production' where id = $1`, [id])
    const moved = call('/api/staff/orders/moves', {
      body: { status: 'shipped', cases: [{ id, from: 'in_production' }] },
    })
    await waitedFor(client)
    return { moved }
  })
  expect((await (await answer.moved).json()).data).toEqual([{ id, outcome: 'sheet_unsigned' }])
})

it('what is given to somebody who is kept out in the same moment is refused, and stays where it was', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const [administrator, giver] = [await as(await make.user(laboratory)), await as(await make.user(laboratory))]
  const member = await make.user(laboratory, { role: 'production' })
  const [theirs, other] = [
    await make.order(practice, { technician_id: member.id, status: 'in_production' }),
    await make.order(practice, { status: 'in_production' }),
  ]
  const { keptOut, given } = await make.within(laboratory.id, async client => {
    await client.query('select from orders where id = $1 for no key update', [theirs.id])
    const keptOut = administrator(`/api/staff/team/${member.id}/access`, { body: { isDisabled: true } })
    await waitedFor(client)
    const given = giver('/api/staff/orders/technician', { body: { technicianId: member.id, ids: [other.id] } })
    // Proceeds when the assignment waits behind the blocked lock-out, or has completed.
    const behind =
      'select from pg_locks l where not granted and exists (select from pg_locks m where not m.granted and m.pid = any(pg_blocking_pids(l.pid)))'
    let hasCome = false
    void given.then(() => {
      hasCome = true
    })
    await expect.poll(async () => hasCome || (await client.query(behind)).rowCount).toBeTruthy()
    return { keptOut, given }
  })
  expect([(await keptOut).status, (await given).status]).toEqual([204, 422])
  const { rows } = await make.within(laboratory.id, client =>
    client.query('select from orders where technician_id is not null'),
  )
  expect(rows).toEqual([])
})
