import type { Files } from '#features/attachments/server/store.ts'
import { findPaper } from '#features/invoices/server/document-sql.ts'
import type { Papers } from '#features/invoices/server/papers.ts'
import { documentAnswer, withCurrency } from '#features/invoices/server/piece-answer.ts'
import { findInvoice, listSeries } from '#features/invoices/server/sql.ts'
import { deedOfReturn } from '#features/payments/server/deed-of-return.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Program } from '#tenancy/server/actor.ts'
import { asProgram, asWaitingProgram } from '#tenancy/server/program-guard.ts'
import { integrationPieceCalls } from '../pieces-contract.ts'
import { takeDocument } from './give-document.ts'
import { idIn, nameIn } from './names.ts'
import { findPieceNamed, namesOfPieces, takeBackPayment } from './pieces-sql.ts'
import { putPayment, recordOfPayment } from './put-payment.ts'
import { putPiece } from './put-piece.ts'
import { lockName } from './sql.ts'

const piecesACall = 100
/** Prefixes of the series' numbers (migration 0027). */
const lettersOf = { invoice: 'FA', credit: 'AV', paiement: 'RE' }

type Means = { files: Pick<Files, 'scan' | 'passage'>; papers: Papers }

/** Routes of pieces, issued here or by the laboratory's software, and of payments. */
export function integrationPieceRoutes(api: Api, means: Means) {
  on(api, integrationPieceCalls.pieces, asProgram, async ({ actor: program, query: { type, after } }) => {
    const [letters, year = '0', number = '0'] = after?.split('-') ?? []
    if (letters && letters !== lettersOf[type])
      throw problem('input_invalid', { errors: [{ path: 'query.after', code: 'out_of_range' }] })
    const place = { year: Number(year), number: Number(number) }
    const rows = await listSeries(program, { type, after: place, most: piecesACall + 1 })
    const listed = rows.slice(0, piecesACall).map(withCurrency)
    const names = await namesOfPieces(
      program,
      listed.map(({ id }) => id),
    )
    return {
      data: listed.map(row => ({ ...row, externalId: names.get(row.id) ?? null })),
      hasMore: rows.length > piecesACall,
    }
  })

  on(api, integrationPieceCalls.piece, asProgram, async ({ actor: program, params, found }) => {
    const piece = await findInvoice(program, await idOf(program, params, found))
    if (!piece) throw problem('not_found')
    const names = await namesOfPieces(program, [piece.id])
    return { data: { ...withCurrency(piece), externalId: names.get(piece.id) ?? null } }
  })

  on(
    api,
    integrationPieceCalls.pieceDocument,
    asProgram,
    async ({ actor: program, params, found, outgoing, refuse }) => {
      const piece = await findPaper(program, await idOf(program, params, found))
      return documentAnswer(means.papers, program, { piece, outgoing, refuse })
    },
  )

  on(api, integrationPieceCalls.putPiece, asProgram, async ({ actor: program, params, body, requestId, refuse }) => {
    return { data: await putPiece(program, nameIn(params), body, { requestId, refuse }) }
  })

  on(
    api,
    integrationPieceCalls.putPieceDocument,
    asWaitingProgram,
    async ({ actor, params, bytes, requestId, refuse }) => {
      await takeDocument(means, actor, { name: nameIn(params), bytes, requestId, refuse })
      return undefined
    },
  )

  on(api, integrationPieceCalls.putPayment, asProgram, async ({ actor: program, params, body, requestId, refuse }) => {
    return { data: await putPayment(program, nameIn(params), body, { requestId, refuse }) }
  })

  on(
    api,
    integrationPieceCalls.takeBackPayment,
    asProgram,
    async ({ actor: program, params, query, requestId, refuse }) => {
      const name = nameIn(params)
      await lockName(program, 'payments', name)
      const outcome = await takeBackPayment(program, name, query.because)
      if (outcome !== 'taken_back') return refuse(outcome ?? 'unknown_here')
      await recordOfPayment(program, deedOfReturn[query.because], name, requestId)
      return undefined
    },
  )
}

/** Finds a piece by the software's name or the portal's id. */
async function idOf(program: Program, params: { name: string }, found: (id: string) => void): Promise<string> {
  const id = (await findPieceNamed(program, nameIn(params)))?.id ?? idIn(params)
  if (!id) throw problem('not_found')
  found(id)
  return id
}
