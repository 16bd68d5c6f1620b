import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { colleagueCalls } from '#features/colleagues/contract.ts'
import type { Reply } from '#kit/contract.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { problemOf, startTestApp } from './harness.ts'
import type { TestLaboratory, TestUser } from './make.ts'

type TestApp = ReturnType<typeof startTestApp>
export type Caller = Awaited<ReturnType<TestApp['as']>>

type Shown = Reply<typeof colleagueCalls.list>['data'][number]

export const path = '/api/account/colleagues'
export const newcomer = () => ({
  title: 'Dr',
  firstName: 'Paul',
  lastName: 'Roux',
  email: `Paul-${randomUUID()}@cabinet.test`,
  accountType: 'doctor',
  isPracticeDoctor: false,
})

export const listOf = async (call: Caller): Promise<Shown[]> => (await (await call(path)).json()).data
export const oneOf = async (call: Caller, id: string) => (await listOf(call)).find(colleague => colleague.id === id)
export const invite = (call: Caller, body: unknown, headers: Record<string, string> = {}) =>
  call('/api/account', { method: 'POST', body, headers })
export const invited = async (call: Caller, body: object = newcomer()): Promise<Shown> => {
  const response = await invite(call, body)
  expect(response.status).toBe(201)
  return (await response.json()).data
}
export const change = (call: Caller, { id }: { id: string }, body: unknown) =>
  call(`${path}/${id}`, { method: 'PATCH', body })
export const inviteAgain = (call: Caller, { id }: { id: string }) =>
  call(`${path}/${id}/invitation`, { method: 'POST' })
export const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]

/** What a manager does with colleagues, and what is there then, in a running product. */
export function startColleagueTests() {
  const testApp = startTestApp()
  const { app, make, as } = testApp

  /** A practice with a manager and a doctor. */
  async function opened() {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory, { country_code: 'BE' })
    const manager = await make.user(practice, { account_type: 'manager', last_name: 'Abel' })
    const doctor = await make.user(practice, { first_name: 'Anne', last_name: 'Brun' })
    return { laboratory, practice, manager, doctor, asManager: await as(manager), asDoctor: await as(doctor) }
  }

  const rowsOf = async ({ id }: TestLaboratory, statement: string) =>
    (await make.within(id, client => client.query(statement))).rows
  const userRow = async ({ id, laboratory }: Pick<TestUser, 'id' | 'laboratory'>) =>
    (await rowsOf(laboratory, `select * from users where id = '${id}'`))[0]
  const mailsOf = ({ id }: TestLaboratory) =>
    openLaboratoryOf(app.api.services.database, id, 'read', laboratory => listMails(laboratory, { most: 20 }))
  const deedsOf = (laboratory: TestLaboratory) =>
    rowsOf(laboratory, `select kind, user_id, subject_id from audit_events where kind::text like 'user_%' order by id`)
  const linksOf = ({ id, laboratory }: Pick<TestUser, 'id' | 'laboratory'>) =>
    rowsOf(laboratory, `select expires_at from password_links where user_id = '${id}'`)

  return { ...testApp, opened, rowsOf, userRow, mailsOf, deedsOf, linksOf }
}
