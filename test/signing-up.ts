import { expect } from 'vitest'
import { problemOf, type startTestApp } from './harness.ts'
import type { TestLaboratory } from './make.ts'

export const asked = {
  rppsSiretSiren: '732 829 320 00074',
  title: 'Dr',
  lastName: 'Lefèvre',
  firstName: 'Hélène',
  gender: 'female',
  address: '12, rue des Lilas',
  postalCode: '75011',
  city: 'Paris',
  country: 'FR',
  phone: '01 23 45 67 89',
  email1Label: 'doctor',
  email1: 'Helene@Cabinet-Lefevre.example',
  language: 'en',
}
export const path = '/api/staff/signup-requests'

type Started = Pick<ReturnType<typeof startTestApp>, 'make' | 'as' | 'request'>
type Call = Awaited<ReturnType<Started['as']>>

/** A laboratory that has been asked for accounts, and what its staff does about it. */
export function signingUp({ make, as, request }: Started) {
  /** Somebody has asked; the ids of what waits, oldest first. */
  async function opened(...requests: object[]) {
    const laboratory = await make.laboratory()
    const staff = await make.user(laboratory, { title: '', first_name: 'Ana', last_name: 'Roy' })
    const call = await as(staff)
    for (const body of requests.length > 0 ? requests : [asked])
      expect((await request(laboratory, '/api/signup', { body })).status).toBe(202)
    const waiting = await listOf(call)
    return { laboratory, staff, call, ids: waiting.map(({ id }: { id: string }) => id) as [string, ...string[]] }
  }
  const listOf = async (call: Call, tab = '') => (await (await call(`${path}${tab}`)).json()).data
  const oneOf = async (call: Call, id: string) => (await (await call(`${path}/${id}`)).json()).data
  const approve = (call: Call, id: string, practiceName = 'Cabinet Lefèvre') =>
    call(`${path}/${id}/approve`, { body: { practiceName } })
  const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
  const rowsOf = async ({ id }: TestLaboratory, text: string, values: unknown[] = []) =>
    (await make.within(id, client => client.query(text, values))).rows
  return { opened, listOf, oneOf, approve, refusalOf, rowsOf }
}
