import { expect, it } from 'vitest'
import { listenTo } from '#test/events.ts'
import { problemOf, startTestApp } from '#test/harness.ts'

const { make, as, request } = startTestApp()

type Call = Awaited<ReturnType<typeof as>>
const path = '/api/staff/supplies'
const bags = { labelFr: 'Sachets', labelEn: 'Bags', options: [20, 10] }
const list = async (call: Call) => (await (await call(path)).json()).data
const add = async (call: Call, body: object = bags) => call(path, { body })
const change = (call: Call, name: string, body: object) => call(`${path}/${name}`, { method: 'PUT', body })
const told = async (answer: Response) => {
  const { status, code, errors } = await problemOf(answer)
  return [status, code, ...(errors ?? []).map(error => `${error.path} ${error.code}`)]
}
async function opened() {
  const laboratory = await make.laboratory()
  return { laboratory, call: await as(await make.user(laboratory)) }
}

it('what practices can request is added, changed, ordered and taken out, and their open screens are told', async () => {
  const { laboratory, call } = await opened()
  const practice = await make.practice(laboratory)
  await make.supply(laboratory, { name: 'labels' })
  const asDoctor = await as(await make.user(practice, { language: 'en' }))
  const offered = async () => (await (await asDoctor('/api/available-supplies')).json()).data
  const events = listenTo(await asDoctor('/api/events'))
  await events.next('ready')
  const { data } = await (await add(call)).json()
  expect((await events.next('change')).topics).toEqual(['supplies'])
  await events.close()
  expect(await offered()).toEqual([
    { name: 'labels', label: 'Labels', options: [] },
    { name: data.name, label: 'Bags', options: [20, 10] },
  ])
  const ordered = await asDoctor('/api/supply-orders', { body: { supplies: [{ name: data.name, quantity: 20 }] } })
  expect(ordered.status).toBe(201)

  expect((await call(path, { method: 'PUT', body: { names: [data.name, 'labels'] } })).status).toBe(204)
  const [first] = await list(call)
  expect(first).toMatchObject({ ...bags, name: data.name, isRetired: false })
  const { name: _name, ...read } = first
  expect((await change(call, data.name, { ...read, options: [5], isRetired: true })).status).toBe(204)
  expect(await offered()).toEqual([{ name: 'labels', label: 'Labels', options: [] }])
  // Requested supplies stay readable.
  expect((await (await asDoctor('/api/supply-orders')).json()).data[0].supplies).toEqual([
    { name: data.name, label: 'Bags', quantity: 20 },
  ])
  // Of two concurrent changes, the second is refused.
  expect(await told(await change(call, data.name, read))).toEqual([409, 'conflict'])
  // A retry after a lost answer succeeds.
  expect((await change(call, data.name, { ...read, options: [5], isRetired: true })).status).toBe(204)
  expect(await told(await call(path, { method: 'PUT', body: { names: ['labels'] } }))).toEqual([409, 'conflict'])
})

it.each([
  [{ labelFr: ' ' }, 'labelFr required'],
  [{ labelEn: 'x'.repeat(81) }, 'labelEn too_long'],
  [{ options: [0] }, 'options.0 out_of_range'],
  [{ options: [5, 5] }, 'options repeated'],
  [{ options: [null] }, 'options.0 out_of_range'],
])('a supply is refused by field: %j', async (wrong, error) => {
  const { call } = await opened()
  expect(await told(await add(call, { ...bags, ...wrong }))).toEqual([422, 'input_invalid', error])
})

it('the list is not changed by another laboratory, practices, strangers, nor those who do not administer', async () => {
  const { laboratory, call } = await opened()
  const { data } = await (await add(call)).json()
  const other = await opened()
  const body = { ...bags, isRetired: true, version: 'x' }
  expect(await told(await change(other.call, data.name, body))).toEqual([404, 'not_found'])
  expect(await list(other.call)).toEqual([])
  const manager = await make.user(await make.practice(laboratory), { account_type: 'manager' })
  const others = await Promise.all(['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })))
  for (const user of [manager, ...others]) {
    const refused = await as(user)
    for (const answer of [await refused(path), await add(refused), await change(refused, data.name, body)])
      expect(answer.status).toBe(403)
  }
  expect((await request(laboratory, path)).status).toBe(401)
  const tried = make.within(laboratory.id, async client => {
    await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, others[0]?.id])
    return client.query('update supplies set is_retired = true')
  })
  await expect(tried).rejects.toThrow(/administrator of the laboratory/)
})
