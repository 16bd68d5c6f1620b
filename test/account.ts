import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Account, AccountChange, accountCalls, staffAccountCalls } from '#features/account/contract.ts'
import type { Reply } from '#kit/contract.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { problemOf, startTestApp } from './harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from './make.ts'

type TestApp = ReturnType<typeof startTestApp>
type Caller = Awaited<ReturnType<TestApp['as']>>
export type Part = 'personal-information' | 'contact-information' | 'delivery-instruction'
type Asked = Reply<typeof accountCalls.changeContact>['data']
export type Waiting = Reply<typeof staffAccountCalls.list>['data'][number]

export const known = {
  phone: '01 99 00 45 12',
  mobile: '06 99 00 45 12',
  emails: ['accueil@cabinet.test'],
  delivery_instruction: 'Sonner deux fois',
  address: '18 rue de Paris',
  postal_code: '93260',
  city: 'Les Lilas',
}

/** What the tests of the account ask for and look at, in a running product. */
export function startAccountTests() {
  const testApp = startTestApp()
  const { app, make, as } = testApp

  /** A practice with two people, and the laboratory's administrator. */
  async function opened(values: Record<string, unknown> = {}) {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory, { ...known, ...values })
    const [claire, paul] = [
      await make.user(practice, { login: `claire-${randomUUID()}` }),
      await make.user(practice, { first_name: 'Paul', last_name: 'Roux', language: 'en' }),
    ]
    const staff = await make.user(laboratory)
    const [asClaire, asPaul, asStaff] = [await as(claire), await as(paul), await as(staff)]
    return { laboratory, practice, claire, paul, staff, asClaire, asPaul, asStaff }
  }

  const patch = (call: Caller, part: Part, body: unknown, headers: Record<string, string> = {}) =>
    call(`/api/account/${part}`, { method: 'PATCH', body, headers })
  const asked = async (call: Caller, part: Part, body: unknown): Promise<NonNullable<Asked>> => {
    const response = await patch(call, part, body)
    expect(response.status).toBe(202)
    const { data } = (await response.json()) as { data: Asked }
    if (!data) throw new Error('Nothing is asked for.')
    return data
  }
  const accountOf = async (call: Caller): Promise<Account> => (await (await call('/api/account')).json()).data
  const waitingFor = async (call: Caller): Promise<Waiting[]> =>
    (await (await call('/api/staff/account-changes')).json()).data
  const waitingOne = async (call: Caller): Promise<Waiting> => {
    const [one, ...others] = await waitingFor(call)
    if (!one || others.length > 0) throw new Error('Not one request waits.')
    return one
  }
  const decide = (call: Caller, { id, version }: Waiting, how: 'apply' | { reason: string }) =>
    how === 'apply'
      ? call(`/api/staff/account-changes/${id}/apply`, { body: { version } })
      : call(`/api/staff/account-changes/${id}/refuse`, { body: { version, ...how } })
  const withdraw = (call: Caller, { id }: Pick<AccountChange, 'id'>) =>
    call(`/api/account/changes/${id}`, { method: 'DELETE' })
  const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
  const faultsOf = async (response: Response) => {
    const { status, errors } = await problemOf(response)
    return [status, errors?.map(({ path, code }) => `${path} ${code}`)]
  }
  const rowsOf = async ({ id }: TestLaboratory, statement: string) =>
    (await make.within(id, client => client.query(statement))).rows
  const everythingOf = ({ practice, claire }: { practice: TestPractice; claire: TestUser }) =>
    rowsOf(
      practice.laboratory,
      `select to_jsonb(p) as practice, to_jsonb(u) as "user" from practices p, users u
       where p.id = '${practice.id}' and u.id = '${claire.id}'`,
    )
  const mailsOf = ({ id }: TestLaboratory) =>
    openLaboratoryOf(app.api.services.database, id, 'read', laboratory => listMails(laboratory, { most: 20 }))
  const deedsOf = async (laboratory: TestLaboratory) =>
    (await rowsOf(laboratory, `select kind from audit_events where kind::text like 'account_%' order by id`)).map(
      ({ kind }) => kind,
    )

  return {
    ...testApp,
    opened,
    patch,
    asked,
    accountOf,
    waitingFor,
    waitingOne,
    decide,
    withdraw,
    refusalOf,
    faultsOf,
    rowsOf,
    everythingOf,
    mailsOf,
    deedsOf,
  }
}
