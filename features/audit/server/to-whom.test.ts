import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { settingsOf } from '#test/practice-settings.ts'
import { deedsOnSomebody } from '../kinds.ts'

const { make, as, request } = startTestApp()

const email = (name: string) => ({ email: `${name}@lilas.example`, language: 'fr' })
const place = {
  rppsSiretSiren: '732 829 320 00074',
  address: '12, rue des Lilas',
  postalCode: '75011',
  city: 'Paris',
  country: 'FR',
  phone: '01 23 45 67 89',
}

it('whatever is done to a person or a practice says to whom', async () => {
  const laboratory = await make.laboratory()
  const call = await as(await make.user(laboratory))
  const done = async (path: string, body?: object, method = 'POST') => {
    const answer = await call(`/api/staff/${path}`, { method, ...(body && { body }) })
    expect(answer.ok, `${path} ${answer.status}`).toBe(true)
    return answer.status === 204 ? undefined : (await answer.json()).data
  }
  const person = { title: 'Dr', firstName: 'Paul', lastName: 'Durand' }
  const colleague = { firstName: 'Paul', lastName: 'Durand', role: 'production' }

  const { id: staff } = await done('team', { ...colleague, ...email('team') })
  await done(`team/${staff}/invitation`)
  await done(`team/${staff}/role`, { role: 'driver' })
  for (const isDisabled of [true, false]) await done(`team/${staff}/access`, { isDisabled })
  await done(`team/${staff}/link`)
  await done(`team/${staff}/address`, { email: 'other@lilas.example' })
  await done(`team/${staff}/invitation`, undefined, 'DELETE')

  const { id: practice } = await done('practices', { ...person, ...place, ...email('first'), name: 'Lilas' })
  const { people, ...page } = await done(`practices/${practice}`, undefined, 'GET')
  await done(`practices/${practice}`, { ...settingsOf(page), name: 'Lilas et Cie' }, 'PUT')
  await done('practice-price-lists', { practiceIds: [practice], listId: null, from: '2040-01-01' }, 'PUT')
  const [{ id: manager }] = people
  await done(`people/${manager}/invitation`)
  for (const isDisabled of [true, false]) await done(`people/${manager}/access`, { isDisabled })
  await done(`people/${manager}/link`)
  await done(`people/${manager}/address`, { email: 'corrected@lilas.example' })
  for (const isDisabled of [true, false]) await done(`practices/${practice}/access`, { isDisabled })
  for (const name of ['second', 'third']) {
    const body = {
      ...person,
      ...place,
      gender: 'female',
      email1Label: 'doctor',
      email1: email(name).email,
      language: 'fr',
    }
    expect((await request(laboratory, '/api/signup', { body })).status).toBe(202)
  }
  const [second, third] = await done('signup-requests', undefined, 'GET')
  await done(`signup-requests/${second.id}/approve`, { practiceName: 'Cabinet' })
  await done(`signup-requests/${third.id}/join`, { practiceId: practice, role: 'doctor' })
  const member = await as(await make.user({ id: practice, laboratory }, { account_type: 'manager' }))
  await member('/api/account/contact-information', { method: 'PATCH', body: { mobile: '06 99 00 12 34' } })
  const [change] = await done('account-changes', undefined, 'GET')
  await done(`account-changes/${change.id}/apply`, { version: change.version })
  const [approved] = await done('practices?search=Cabinet', undefined, 'GET')
  await done(`practices/${practice}/merging`, { goingId: approved.id, name: 'Cabinet' })

  const { id: program } = await done('programs', { name: 'Dentalsoft' })
  await done(`programs/${program}/key`)
  await done(`programs/${program}/address`, { url: 'https://software.example' }, 'PUT')
  await done(`programs/${program}`, undefined, 'DELETE')

  const { rows } = await make.within(laboratory.id, client =>
    client.query<{ kind: string; unsaid: number }>(
      `select kind, count(*) filter (where subject_id is null)::int as unsaid from audit_events
       where kind::text = any($1) group by kind`,
      [deedsOnSomebody],
    ),
  )
  // An erasure needs a request first: features/privacy/server/erasure.test.ts.
  const elsewhere = ['person_erased', 'erasure_refused']
  expect(rows.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual(
    deedsOnSomebody
      .filter(kind => !elsewhere.includes(kind))
      .toSorted()
      .map(kind => ({ kind, unsaid: 0 })),
  )
})
