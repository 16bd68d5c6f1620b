import { expect } from 'vitest'
import type { Erasure, OwnErasure } from '#features/privacy/contract.ts'
import type { startTestApp } from './harness.ts'
import type { TestUser } from './make.ts'

export const ownPath = '/api/account/erasure'

/** A laboratory whose people ask to be forgotten, and what becomes of them. */
export async function startForgetting({ make, as }: ReturnType<typeof startTestApp>) {
  const laboratory = await make.laboratory({ company_name: 'Laboratoire des oublis' })
  const practice = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
  const staff = await make.user(laboratory)

  async function stateOf(user: TestUser): Promise<OwnErasure | null> {
    return ((await (await (await as(user))(ownPath)).json()) as { data: OwnErasure | null }).data
  }
  const listed = async (reader = staff) =>
    ((await (await (await as(reader))('/api/staff/erasures')).json()) as { data: Erasure[] }).data

  /** Asks; the request as the laboratory sees it. */
  async function asked(user: TestUser): Promise<Erasure> {
    const response = await (await as(user))(ownPath, { method: 'POST' })
    expect(response.status).toBe(202)
    const { email } = await rowOf(user)
    const request = (await listed()).find(erasure => erasure.email === email)
    if (!request) throw new Error('The laboratory does not see the request.')
    return request
  }
  const decide = async (id: string, act: 'carry-out' | 'refuse', by = staff) =>
    (await as(by))(`/api/staff/erasures/${id}/${act}`, {
      method: 'POST',
      ...(act === 'refuse' ? { body: { reason: 'Une facture est encore due.' } } : {}),
    })
  const rowOf = async ({ id, laboratory: of }: Pick<TestUser, 'id' | 'laboratory'>) => {
    const { rows } = await make.within(of.id, client => client.query('select * from users where id = $1', [id]))
    return rows[0] as Record<string, string | null>
  }
  const mailsTo = async (address: string) =>
    (
      await make.within(laboratory.id, client =>
        client.query<{ subject: string; text_part: string }>(
          'select subject, text_part from mails where recipient = $1',
          [address],
        ),
      )
    ).rows

  return { laboratory, practice, staff, stateOf, listed, asked, decide, rowOf, mailsTo }
}
