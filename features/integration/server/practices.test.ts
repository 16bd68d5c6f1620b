import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { dataOf, refusalOf, startProgramTests } from '#test/asking-as-program.ts'
import { today } from '#test/today.ts'
import type { Change } from '../contract.ts'

const testApp = startProgramTests()
const { make, as, laboratoryWithSoftware } = testApp

describe('a practice', () => {
  it('is made without anybody who comes in, said anew, and stays as it is where nothing is said', async () => {
    const { laboratory, software } = await laboratoryWithSoftware()
    const said = { name: 'Cabinet du Parc', city: 'Lyon', deliveryDays: [2, 4] }
    const { id, outcome } = await dataOf(await software.put('/practices/C-1', said))
    expect(outcome).toBe('created')
    expect(await dataOf(await software.put('/practices/C-1', said))).toEqual({ id, outcome: 'unchanged' })
    const withRpps = { name: 'Cabinet du Parc', rppsSiretSiren: '810003456781' }
    for (const outcome of ['changed', 'unchanged'])
      expect(await dataOf(await software.put('/practices/C-1', withRpps))).toEqual({ id, outcome })
    expect(
      await dataOf(await software.put('/practices/C-1', { name: 'Cabinet du Parc', rppsSiretSiren: '732829320' })),
    ).toEqual({ id, outcome: 'changed' })
    expect(await dataOf(await software.call(`/practices/${id}`))).toMatchObject({
      name: 'Cabinet du Parc',
      city: 'Lyon',
      country: 'FR',
      rppsSiretSiren: '732829320',
      deliveryDays: [2, 4],
      openingDays: [1, 2, 3, 4, 5],
      externalIds: ['C-1'],
    })
    const abroad = { name: 'Cabinet du Parc', country: 'BE' }
    expect(await dataOf(await software.put('/practices/C-1', abroad))).toEqual({ id, outcome: 'changed' })
    expect(await dataOf(await software.put('/practices/C-1', { name: 'Cabinet du Parc' }))).toEqual({
      id,
      outcome: 'unchanged',
    })
    expect(await dataOf(await software.call('/practices/C-1'))).toMatchObject({ country: 'BE' })
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select id from users where practice_id = $1', [id]),
    )
    expect(rows).toEqual([])
    const admin = await as(await make.user(laboratory))
    const list = await (await admin('/api/staff/practices?search=Parc')).json()
    expect(list.data).toMatchObject([{ id, people: [] }])
  })

  it('is refused with half an address of delivery, and keeps its people out of reach', async () => {
    const { practice, software } = await laboratoryWithSoftware()
    const half = { practiceId: practice.id, name: 'Lilas', deliveryAddress: '3, rue Basse' }
    expect(await refusalOf(await software.put('/practices/C', half))).toEqual([
      422,
      'input_invalid',
      'deliveryPostalCode required',
      'deliveryCity required',
    ])
    expect(await refusalOf(await software.put('/practices/C', { name: 'Lilas', isDisabled: true }))).toEqual([
      422,
      'input_invalid',
      'isDisabled not_allowed',
    ])
  })

  it('that has become part of another one is found there under its name', async () => {
    const { laboratory, practice, software } = await laboratoryWithSoftware()
    const { id: going } = await dataOf(await software.put('/practices/C-1', { name: 'Cabinet du Parc' }))
    await dataOf(await software.put('/practices/C-2', { practiceId: practice.id, name: 'Cabinet des Lilas' }))
    const admin = await as(await make.user(laboratory))
    const merging = { body: { goingId: going, name: 'Cabinet du Parc' } }
    const { next } = await (await software.call('/changes')).json()
    expect((await admin(`/api/staff/practices/${practice.id}/merging`, merging)).status).toBeLessThan(300)
    const { data } = await (await software.call(`/changes?after=${next}`)).json()
    expect(data.map(({ kind, practiceId }: Change) => [kind, practiceId])).toContainEqual(['practice_merged', going])
    expect(await dataOf(await software.put('/practices/C-1', { name: 'Cabinet des Lilas' }))).toEqual({
      id: practice.id,
      outcome: 'unchanged',
    })
    expect(await dataOf(await software.call(`/practices/${going}`))).toMatchObject({
      id: practice.id,
      externalIds: ['C-1', 'C-2'],
    })
  })
})

it('reads on which days the laboratory works and drives, as its deliveries are reckoned', async () => {
  const { laboratory, software } = await laboratoryWithSoftware()
  const administrator = await as(await make.user(laboratory))
  const day = addDays(today, 10)
  const closure = { from: day, to: day, nameFr: 'Inventaire', nameEn: 'Stocktaking', moves: false }
  const { next } = await (await software.call('/changes')).json()
  expect((await administrator('/api/staff/calendar/closures', { body: closure })).status).toBe(201)
  expect((await (await software.call(`/changes?after=${next}`)).json()).data).toMatchObject([
    { kind: 'calendar_changed' },
  ])
  const calendar = await dataOf(await software.call('/calendar'))
  const { week, rounds, closed } = await dataOf(await administrator('/api/staff/calendar'))
  expect(calendar).toEqual({ ...week, rounds, closed })
  expect(calendar.closed).toContainEqual({ day, nameFr: 'Inventaire', nameEn: 'Stocktaking' })
})
