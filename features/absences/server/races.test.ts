import { expect, it } from 'vitest'
import { addDays, weekday } from '#kit/day.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { settingsOf } from '#test/practice-settings.ts'
import { today } from '#test/today.ts'

// `npm run races` sets a hundred rounds.
const rounds = Number(process.env.RACE_ROUNDS ?? 3)
const { make, as } = startTestApp({ connections: 25, creatingRates: noCreatingRates })

it('fifty overlapping absences at once: exactly one is there, and only 201 and 409 are answered', async () => {
  const practice = await make.practice(await make.laboratory())
  const callers = [await as(await make.user(practice)), await as(await make.user(practice))] as const
  for (let round = 0; round < rounds; round++) {
    const day = addDays(today, 10 + round * 60)
    await make.order(practice, { delivery_on: day })
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        // All of them include the day, no two are the same.
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

it('nothing is moved to a day that the laboratory closes meanwhile, for an absence or for other weekdays', async () => {
  const laboratory = await make.laboratory()
  const staff = await as(await make.user(laboratory))
  const answers: string[] = []
  for (let round = 0; round < rounds * 2; round++) {
    const practice = await make.practice(laboratory, { delivery_days: '{1,2,3,4,5}' })
    const user = await as(await make.user(practice))
    const soon = addDays(today, 14 + round * 21)
    const wednesday = addDays(soon, (10 - weekday(soon)) % 7)
    const thursday = addDays(wednesday, 1)
    await make.order(practice, { delivery_on: wednesday })
    const closure = { from: thursday, to: thursday, nameFr: 'Pont', nameEn: 'Bridge', moves: true }
    const absence = { from: wednesday, to: wednesday, deliveryPossible: false }
    const { data: read } = await (await staff(`/api/staff/practices/${practice.id}`)).json()
    const both = await Promise.all([
      round % 2 === 0
        ? user('/api/absences', { body: absence })
        : staff(`/api/staff/practices/${practice.id}`, {
            method: 'PUT',
            body: { ...settingsOf(read), deliveryDays: [1, 2, 4, 5] },
          }),
      staff('/api/staff/calendar/closures', { body: closure }),
    ])
    answers.push(both.map(({ status }) => status).join())
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select delivery_on::text as day from orders where practice_id = $1', [practice.id]),
    )
    expect(rows[0].day, 'on the first day that is left').not.toBe(thursday)
    expect(rows[0].day).not.toBe(wednesday)
  }
  expect(new Set(answers)).toEqual(new Set(['201,201', '204,201']))
})
