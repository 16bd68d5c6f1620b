import type { beginPayment, PaymentEvent } from '#features/invoices/server/ledger-sql.ts'
import { Problem } from '#kit/problem.ts'
import type { Transaction } from '#tenancy/server/database.ts'
import { startTestApp } from './harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from './make.ts'

type Piece = {
  id: string
  type: string
  code: string
  status: string
  amount: number
  due: number
  settled: number
  pending: number
}

export const card = (invoiceIds: string[], amountCents: number) => ({
  invoiceIds,
  amountCents,
  mode: 'card' as const,
  provider: 'sandbox',
})
export const succeeded = (paymentId: string, amountCents: number, eventId = `paid-${paymentId}`): PaymentEvent => ({
  paymentId,
  provider: 'sandbox',
  eventId,
  kind: 'succeeded',
  amountCents,
  currency: 'EUR',
})
export const begunOf = (begun: Awaited<ReturnType<typeof beginPayment>>) => {
  if (begun.refusal !== null) throw new Error(`It was refused: ${begun.refusal}.`)
  return begun
}

/** Whoever finds all connections taken comes again. */
const insisting = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch(error => {
    if (error instanceof Problem && error.code === 'unavailable') return insisting(work)
    throw error
  })

/** A practice that owes and pays, as it is written in the ledger. */
export function startLedgerTests() {
  const testApp = startTestApp({ connections: 25 })
  const { make, app, tokenFor, accessTokens } = testApp
  const { database } = app.api.services

  async function signedInAs(user: TestUser) {
    const session = await accessTokens.verify(await tokenFor(user))
    if (!session) throw new Error('This session is one of the tests.')
    return <T>(work: (asking: { tx: Transaction }) => Promise<T>) =>
      insisting(() =>
        database.withTenant({ for: 'session', host: user.laboratory.host, ...session }, 'write', tx => work({ tx })),
      )
  }
  const forLaboratory =
    ({ id }: TestLaboratory) =>
    <T>(work: (asking: { tx: Transaction }) => Promise<T>) =>
      insisting(() => database.withTenant({ for: 'job', brandId: id }, 'write', tx => work({ tx })))

  async function practiceThatPays() {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    return {
      laboratory,
      practice,
      asManager: await signedInAs(await make.user(practice, { account_type: 'manager' })),
      asAccounting: await signedInAs(await make.user(laboratory, { role: 'accounting' })),
      asLaboratory: forLaboratory(laboratory),
    }
  }

  const piecesOf = ({ laboratory, id }: TestPractice) =>
    make.within(laboratory.id, async client => {
      const { rows } = await client.query<Piece>(
        `select id, type::text, piece_code as code, status::text, amount_cents::int as amount, due_cents::int as due,
           settled_cents::int as settled, pending_cents::int as pending
         from invoices where practice_id = $1 order by created_at, piece_code`,
        [id],
      )
      return rows
    })
  const pieceOf = async (practice: TestPractice, id: string) =>
    (await piecesOf(practice)).find(piece => piece.id === id)

  return { ...testApp, signedInAs, practiceThatPays, piecesOf, pieceOf }
}
