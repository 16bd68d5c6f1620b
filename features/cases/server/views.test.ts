import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { listenTo } from '#test/events.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'

const { app, make, as, request } = startTestApp()

const practiceOfItsOwn = async () => make.practice(await make.laboratory())
type Call = Awaited<ReturnType<typeof as>>
type View = { id: string; name: string; content: object }
const path = '/api/case-views'
const keep = (call: Call, name: string, content: object = {}) => call(path, { body: { name, content } })
const kept = async (call: Call, name: string, content: object = {}): Promise<View> => {
  const response = await keep(call, name, content)
  expect(response.status).toBe(201)
  return (await response.json()).data
}
const list = async (call: Call): Promise<View[]> => (await (await call(path)).json()).data
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]

it('a list of cases is kept under a name, in the order of the names, renamed and forgotten', async () => {
  const call = await as(await make.user(await practiceOfItsOwn()))
  const content = {
    tab: 'all',
    sort_by: 'appointmentDate',
    sort_order: 'DESC',
    delivery: 'delayed',
    prescriber: 'Dr Claire Martin',
    family: 'fixed',
    statuses: ['registered', 'on_hold'],
    deliveryOn: { moving: 'this_week' },
    appointmentOn: { from: '2031-01-06' },
  }
  const tenth = await kept(call, ' Semaine 10 ', content)
  expect(tenth).toEqual({ id: expect.any(String), name: 'Semaine 10', content })
  const ninth = await kept(call, 'Semaine 9')
  expect((await list(call)).map(({ name }) => name)).toEqual(['Semaine 9', 'Semaine 10'])
  const renamed = await call(`${path}/${ninth.id}`, { method: 'PATCH', body: { name: 'Zirconium' } })
  expect([renamed.status, await renamed.json()]).toEqual([200, { data: { ...ninth, name: 'Zirconium' } }])
  expect((await list(call)).map(({ name }) => name)).toEqual(['Semaine 10', 'Zirconium'])
  for (const status of [204, 404]) expect((await call(`${path}/${tenth.id}`, { method: 'DELETE' })).status).toBe(status)
  expect(await list(call)).toEqual([{ ...ninth, name: 'Zirconium' }])
})

it('names are this user’s own, and twenty are enough, however many are kept at once', async () => {
  const practice = await practiceOfItsOwn()
  const [call, colleague] = [await as(await make.user(practice)), await as(await make.user(practice))]
  const same = await Promise.all(Array.from({ length: 4 }, () => keep(call, 'Retardés')))
  expect(same.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  expect(await refusalOf(same.find(({ status }) => status === 409) as Response)).toEqual([409, 'view_name_taken'])
  await kept(colleague, 'Retardés')
  const many = await Promise.all(Array.from({ length: 24 }, (_, index) => keep(call, `Vue ${index}`)))
  const refused = many.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(5)
  for (const response of refused) expect(await refusalOf(response)).toEqual([409, 'too_many_views'])
  const [first, second] = await list(call)
  expect(await list(call)).toHaveLength(20)
  const taken = await call(`${path}/${first?.id}`, { method: 'PATCH', body: { name: second?.name } })
  expect(await refusalOf(taken)).toEqual([409, 'view_name_taken'])
  // Removing a view makes room.
  expect((await call(`${path}/${first?.id}`, { method: 'DELETE' })).status).toBe(204)
  await kept(call, 'Encore une')
})

it('takes what the address of the list says, but no words that were searched for and no page', async () => {
  const call = await as(await make.user(await practiceOfItsOwn()))
  for (const content of [
    { search: 'Élodie' },
    { page: 2 },
    { tab: 'in_progress' },
    { deliveryOn: { from: '2031-02-31' } },
    { deliveryOn: { moving: 'tomorrow' } },
    { family: '' },
    { statuses: ['lost'] },
    { brandId: randomUUID() },
  ])
    expect((await keep(call, 'x', content)).status, JSON.stringify(content)).toBe(422)
  for (const name of ['', '  ', '\u200b', 'n'.repeat(61)]) expect((await keep(call, name)).status).toBe(422)
  expect(await list(call)).toEqual([])
})

it('is seen by nobody else: no colleague, no other practice, no other laboratory, nobody who is not signed in', async () => {
  const practice = await practiceOfItsOwn()
  const owner = await as(await make.user(practice))
  const { id, name } = await kept(owner, 'Retardés')
  for (const other of [
    await make.user(practice),
    await make.user(await make.practice(practice.laboratory)),
    await make.user(await practiceOfItsOwn()),
  ]) {
    const call = await as(other)
    expect(await list(call)).toEqual([])
    expect((await call(`${path}/${id}`, { method: 'PATCH', body: { name: 'x' } })).status).toBe(404)
    expect((await call(`${path}/${id}`, { method: 'DELETE' })).status).toBe(404)
  }
  for (const [address, method] of [
    [path, 'GET'],
    [path, 'POST'],
    [`${path}/${id}`, 'PATCH'],
    [`${path}/${id}`, 'DELETE'],
  ] as const)
    expect((await request(practice.laboratory, address, { method })).status, `${method} ${address}`).toBe(401)
  const staff = await as(await make.user(practice.laboratory))
  expect((await staff(path)).status).toBe(403)
  expect(await list(owner)).toMatchObject([{ id, name }])
})

it('is not shown to a colleague by the database itself, whatever is asked', async () => {
  const practice = await practiceOfItsOwn()
  const [owner, colleague] = [await make.user(practice), await make.user(practice)]
  await kept(await as(owner), 'Retardés')
  const { id: brandId, host } = practice.laboratory
  const seenBy = async (user: TestUser) => {
    const sessionId = randomUUID()
    const session = { brand_id: brandId, id: sessionId, user_id: user.id, refresh_seed: Buffer.alloc(32) }
    await make.insert(brandId, 'sessions', session)
    return app.api.services.database.withTenant({ for: 'session', host, brandId, sessionId } as const, 'read', tx =>
      tx.selectFrom('case_views').select('user_id').execute(),
    )
  }
  expect(await seenBy(owner)).toEqual([{ user_id: owner.id }])
  expect(await seenBy(colleague)).toEqual([])
})

it('what a newer release has kept is not shown until this one knows it', async () => {
  const practice = await practiceOfItsOwn()
  const user = await make.user(practice)
  const ofUser = { brand_id: practice.laboratory.id, user_id: user.id }
  const newer = { ...ofUser, name: 'Demain', content: '{"tomorrow":true}', content_version: 2 }
  await make.insert(practice.laboratory.id, 'case_views', newer)
  expect(await list(await as(user))).toEqual([])
})

it('appears at once on the other devices of its user, as does a draft, and is told to no colleague', async () => {
  const practice = await practiceOfItsOwn()
  const user = await make.user(practice)
  const [call, colleague] = [await as(user), await as(await make.user(practice))]
  const [events, theirs] = [listenTo(await call('/api/events')), listenTo(await colleague('/api/events'))]
  await Promise.all([events.next('ready'), theirs.next('ready')])
  const heard = async () => (await events.next('change')).topics
  const { id } = await kept(call, 'Retardés')
  expect(await heard()).toEqual(['views'])
  expect((await call(`${path}/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect(await heard()).toEqual(['views'])
  const draft = `/api/order-drafts/${randomUUID()}`
  const save = (content: object, follows: number) => call(draft, { method: 'PUT', body: { content, follows } })
  expect((await save({ patientCode: 'P-1' }, 0)).status).toBe(200)
  expect(await heard()).toEqual(['drafts'])
  // A change that the draft's line does not show is announced to nobody.
  expect((await save({ patientCode: 'P-1', comment: 'Bonjour' }, 1)).status).toBe(200)
  expect((await save({ patientCode: 'P-2', comment: 'Bonjour' }, 2)).status).toBe(200)
  expect(await heard()).toEqual(['drafts'])
  expect((await call(draft, { method: 'DELETE' })).status).toBe(204)
  expect(await heard()).toEqual(['drafts'])
  // The first event they hear is the one that everybody may hear.
  await make.ride(practice, '2031-01-06', 'AM')
  expect((await theirs.next('change')).topics).toEqual(['rides'])
  await Promise.all([events.close(), theirs.close()])
})
