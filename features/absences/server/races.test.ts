import { expect, it } from 'vitest'
import { addDays, dayInZone } from '#kit/day.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'

// `npm run races` takes a hundred rounds.
const rounds = Number(process.env.RACE_ROUNDS ?? 3)
const { make, as } = startTestApp({ connections: 25, creatingRates: noCreatingRates })
const today = dayInZone(new Date(), 'Europe/Paris')

it('fifty overlapping absences at once: exactly one is there, and only 201 and 409 are answered', async () => {
  const practice = await make.practice(await make.laboratory())
  const callers = [await as(await make.user(practice)), await as(await make.user(practice))] as const
  for (let round = 0; round < rounds; round++) {
    const day = addDays(today, 10 + round * 60)
    await make.order(practice, { delivery_on: day })
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        // All of them hold the day, no two are the same.
        const body = { from: addDays(day, -(index % 7)), to: addDays(day, index % 11), deliveryPossible: false }
        const response = await callers[index % 2 === 0 ? 0 : 1]('/api/absences', { body })
        return `${response.status} ${response.ok ? 'declared' : (await response.json()).code}`
      }),
    )
    expect(answers.filter(answer => answer === '201 declared')).toHaveLength(1)
    expect(answers.filter(answer => answer === '409 absence_overlaps')).toHaveLength(49)
    const { rows } = await make.within(practice.laboratory.id, client =>
      client.query('select from absences where $1::date between from_on and to_on', [day]),
    )
    expect(rows).toHaveLength(1)
  }
  const { rows } = await make.within(practice.laboratory.id, client => client.query('select from order_events'))
  expect(rows, 'each case was moved once').toHaveLength(rounds)
})
