import { expect, it } from 'vitest'
import { addDays, dayInZone } from '#kit/day.ts'
import { startTestApp } from '#test/harness.ts'

// `npm run races` sets a hundred rounds.
const rounds = Number(process.env.RACE_ROUNDS ?? 3)
const { make, as } = startTestApp({ connections: 25 })
const always = { working_days: [1, 2, 3, 4, 5, 6, 7] }

it('fifty requests for one pickup at once: exactly one is there, and only 201 and 409 are answered', async () => {
  for (let round = 0; round < rounds; round++) {
    const practice = await make.practice(await make.laboratory(always))
    const callers = [await as(await make.user(practice)), await as(await make.user(practice))] as const
    const body = { date: addDays(dayInZone(new Date(), 'Europe/Paris'), 2 + (round % 50)), shift: 'PM' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const response = await callers[index % 2 === 0 ? 0 : 1]('/api/rides', { body })
        return `${response.status} ${response.ok ? 'asked for' : (await response.json()).code}`
      }),
    )
    expect(answers.filter(answer => answer === '201 asked for')).toHaveLength(1)
    expect(answers.filter(answer => answer === '409 ride_exists')).toHaveLength(49)
    const { rows } = await make.within(practice.laboratory.id, client => client.query('select from rides'))
    expect(rows).toHaveLength(1)
  }
})
