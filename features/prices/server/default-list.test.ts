import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { imported, undo } from '#test/importing.ts'
import { type Call, dataOf, listOf, newList, openedPrices, pricesShown, setPrices, told } from '#test/prices.ts'

const app = startTestApp()
const { make, as, request } = app
const opened = () => openedPrices(app)
const setDefault = (call: Call, id: string, isDefault = true) =>
  call(`/api/staff/price-lists/${id}/default`, { method: 'PUT', body: { isDefault } })
const defaults = async (call: Call) =>
  (await dataOf(await call('/api/staff/price-lists')))
    .filter((list: { isDefault: boolean }) => list.isDefault)
    .map((list: { name: string }) => list.name)
const newPractice = async (call: Call, name: string) => {
  const manager = { firstName: 'Anne', lastName: 'Durand', email: `${randomUUID()}@example.test` }
  const answer = await call('/api/staff/practices', { body: { name, ...manager } })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await dataOf(answer)).id as string
}
const isOfThePort = ({ name }: { name: string }) => name === 'Cabinet du Port'
const listedOf = async (call: Call, id: string) =>
  (await dataOf(await call(`/api/staff/practices/${id}`))).priceLists.map((one: { list: string }) => one.list)

it('practices that come new begin on the list for them; those there are stay where they are', async () => {
  const { laboratory, practice, call } = await opened()
  const [first, second] = [await newList(call, { name: 'Nouveaux' }), await newList(call, { name: 'Autre' })]
  await setPrices(call, first, { A: 7_700 })
  expect((await setDefault(call, first)).status).toBe(204)
  expect((await listOf(call, first)).isDefault).toBe(true)
  const made = await make.practice(laboratory)
  expect(await pricesShown(await as(await make.user(made)))).toEqual([7_700, 20_001])
  expect(await pricesShown(await as(await make.user(practice)))).toEqual([10_000, 20_001])

  expect((await setDefault(call, second)).status).toBe(204)
  expect(await defaults(call), 'one at a time').toEqual(['Autre'])
  expect(await listedOf(call, (await make.practice(laboratory)).id)).toEqual(['Autre'])
  expect((await setDefault(call, second, false)).status).toBe(204)
  expect(await defaults(call)).toEqual([])
  expect(await listedOf(call, (await make.practice(laboratory)).id)).toEqual([])
  expect(await listedOf(call, made.id)).toEqual(['Nouveaux'])
})

it('also those made by hand and from a file; an import that is undone takes them back all the same', async () => {
  const { call } = await opened()
  await setDefault(call, await newList(call, { name: 'Nouveaux' }))
  expect(await listedOf(call, await newPractice(call, 'Cabinet des Lices'))).toEqual(['Nouveaux'])
  const file = 'Cabinet;Prénom;Nom;E-mail\nCabinet du Port;Paul;Roy;paul@port.example'
  const { id } = await imported(call, file, 'practices')
  const named = async () => (await dataOf(await call('/api/staff/practices'))).filter(isOfThePort)
  const [port] = await named()
  expect(await listedOf(call, port.id)).toEqual(['Nouveaux'])
  expect(await dataOf(await undo(call, id))).toEqual({ stays: [] })
  expect(await named()).toEqual([])
})

it('but not a practice with which a list has been agreed since: that stays, and is named', async () => {
  const { call } = await opened()
  const [list, other] = [await newList(call, { name: 'Nouveaux' }), await newList(call, { name: 'Convenu' })]
  await setDefault(call, list)
  const file = 'Cabinet;Prénom;Nom;E-mail\nCabinet du Port;Paul;Roy;paul@port.example'
  const { id } = await imported(call, file, 'practices')
  const named = async () => (await dataOf(await call('/api/staff/practices'))).filter(isOfThePort)
  const [port] = await named()
  const [{ from }] = (await dataOf(await call(`/api/staff/practices/${port.id}`))).priceLists
  const body = { practiceIds: [port.id], listId: other, from }
  expect((await call('/api/staff/practice-price-lists', { method: 'PUT', body })).status).toBeLessThan(300)
  expect((await dataOf(await undo(call, id))).stays).toHaveLength(1)
  expect(await listedOf(call, (await named())[0].id)).toEqual(['Convenu'])
})

it('of two who choose one at once each is told, and one list is left', async () => {
  const { staff, call } = await opened()
  const lists = [await newList(call, { name: 'Une' }), await newList(call, { name: 'Deux' })]
  const other = await as(staff)
  const answers = await Promise.all(lists.map((id, place) => setDefault(place ? other : call, id)))
  for (const answer of answers) expect([204, 409]).toContain(answer.status)
  expect(await defaults(call)).toHaveLength(1)
})

it('is chosen by administrators of its laboratory, among lists that there are', async () => {
  const { laboratory, practice, call } = await opened()
  const id = await newList(call)
  expect(await told(await setDefault(call, randomUUID()))).toEqual([404, 'not_found'])
  expect(await told(await setDefault((await opened()).call, id))).toEqual([404, 'not_found'])
  const body = JSON.stringify({ isDefault: true })
  expect((await request(laboratory, `/api/staff/price-lists/${id}/default`, { method: 'PUT', body })).status).toBe(401)
  expect((await setDefault(await as(await make.user(laboratory, { role: 'accounting' })), id)).status).toBe(403)
  expect((await setDefault(await as(await make.user(practice, { account_type: 'manager' })), id)).status).toBe(403)
  expect(await defaults(call)).toEqual([])
})
