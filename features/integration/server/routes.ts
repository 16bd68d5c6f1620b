import * as v from 'valibot'
import { findPractice } from '#features/account/server/practice-sql.ts'
import { openFile, typeOfDownload } from '#features/attachments/server/download.ts'
import { findFileOfLaboratory, listFiles } from '#features/attachments/server/sql.ts'
import { type Files, keyOf } from '#features/attachments/server/store.ts'
import { sealLines } from '#features/audit/server/sql.ts'
import { caseProduct, caseRow } from '#features/cases/server/case-reply.ts'
import { findOrder } from '#features/cases/server/case-sql.ts'
import { findPaper } from '#features/invoices/server/document-sql.ts'
import type { Papers } from '#features/invoices/server/papers.ts'
import { documentAnswer, withCurrency } from '#features/invoices/server/piece-answer.ts'
import { findInvoice, listSeries } from '#features/invoices/server/sql.ts'
import { findSuccessor } from '#features/practices/server/merging-sql.ts'
import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { takeLines } from '#kit/server/lines.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { shareOf } from '#tenancy/server/actor.ts'
import { asProgram, asWaitingProgram } from '#tenancy/server/program-guard.ts'
import { changeKinds, integrationCalls } from '../contract.ts'
import { ExternalId } from '../input.ts'
import { noteSeen } from './programs-sql.ts'
import { putOrder } from './put-order.ts'
import { putPractice } from './put-practice.ts'
import { findPlace, listChanges, listNamesOf } from './sql.ts'

/** Lines of the audit that one call looks through; most of them tell of what is read. */
const linesACall = 2_000
const piecesACall = 100
/** With which the numbers of a series begin (0027). */
const lettersOf = { invoice: 'FA', credit: 'AV', paiement: 'RE' }

/** As the laboratory's people see a case. */
const reader = { maySeeAbsences: true, maySeeInvoices: true, isStaff: true }

/** What the laboratory's management software asks and says. */
export function integrationRoutes(api: Api, files: Pick<Files, 'storage' | 'unpacked'>, papers: Papers) {
  on(api, integrationCalls.changes, asWaitingProgram, async ({ actor, query: { after }, refuse }) => {
    // What was done a moment ago has its place, too; and whatever has its place keeps it.
    await actor.within('write', async program => {
      await sealLines(program)
      await noteSeen(program)
    })
    return actor.within('read', async program => {
      const found = await listChanges(program, after, linesACall, changeKinds)
      if (!found) return refuse('cursor_unknown')
      const beyond = await listChanges(program, found.until, 1, [])
      return { data: found.rows, next: found.until, hasMore: beyond?.until !== found.until }
    })
  })

  on(api, integrationCalls.order, asProgram, async ({ actor: program, params }) => {
    const [order, place] = await Promise.all([findOrder(program, params), findPlace(program, params.id)])
    if (!order || !place) throw problem('not_found')
    const { practiceId, practiceName, externalId } = place
    const [names, attachments] = await Promise.all([
      listNamesOf(program, practiceId),
      listFiles(program, { orderId: order.id }),
    ])
    return {
      data: {
        ...caseRow(order, dayInZone(new Date(), program.timeZone), reader),
        externalId,
        practice: { id: practiceId, name: practiceName, externalIds: names },
        isEntered: order.orderedBy === null,
        products: order.products.map(caseProduct),
        attachments,
      },
    }
  })

  on(api, integrationCalls.attachment, asProgram, async ({ actor: program, params, outgoing }) => {
    const file = await findFileOfLaboratory(program, params.id)
    if (!file) throw problem('not_found')
    if (file.state === 'held') throw problem('unavailable', { retryAfter: 60 })
    outgoing.set('content-disposition', attachment(file.name))
    return {
      type: typeOfDownload(file.type, false),
      bytes: () =>
        openFile(files, keyOf(program.brandId, file.id), { isDecoded: file.isCompressed, share: shareOf(program) }),
    }
  })

  on(api, integrationCalls.practice, asProgram, async ({ actor: program, params }) => {
    const id = (await findSuccessor(program, params.id)) ?? params.id
    const practice = await findPractice(program, id)
    if (!practice) throw problem('not_found')
    return { data: { ...practice, externalIds: await listNamesOf(program, id) } }
  })

  on(api, integrationCalls.pieces, asProgram, async ({ actor: program, query: { type, after } }) => {
    const [letters, year = '0', number = '0'] = after?.split('-') ?? []
    if (letters && letters !== lettersOf[type])
      throw problem('input_invalid', { errors: [{ path: 'query.after', code: 'out_of_range' }] })
    const place = { year: Number(year), number: Number(number) }
    const rows = await listSeries(program, { type, after: place, most: piecesACall + 1 })
    return { data: rows.slice(0, piecesACall).map(withCurrency), hasMore: rows.length > piecesACall }
  })

  on(api, integrationCalls.piece, asProgram, async ({ actor: program, params }) => {
    const found = await findInvoice(program, params.id)
    if (!found) throw problem('not_found')
    return { data: withCurrency(found) }
  })

  on(api, integrationCalls.pieceDocument, asProgram, async ({ actor: program, params, outgoing, refuse }) => {
    const piece = await findPaper(program, params.id)
    return documentAnswer(papers, program, { piece, outgoing, refuse })
  })

  on(api, integrationCalls.putOrder, asProgram, async ({ actor, params, body, requestId, refuse }) => {
    await noteSeen(actor)
    return { data: await putOrder(actor, nameIn(params), body, { requestId, refuse }) }
  })

  on(api, integrationCalls.putPractice, asProgram, async ({ actor, params, body, requestId, refuse }) => {
    await noteSeen(actor)
    return { data: await putPractice(actor, nameIn(params), body, { requestId, refuse }) }
  })

  takeLines(api, integrationCalls.batch, asProgram, async ({ actor, line, requestId, refuse }) => ({
    data:
      line.put === 'orders'
        ? await putOrder(actor, line.externalId, line.body, { requestId, refuse })
        : await putPractice(actor, line.externalId, line.body, { requestId, refuse }),
  }))
}

function nameIn({ name }: { name: string }): string {
  const read = v.safeParse(ExternalId, name)
  if (!read.success) throw problem('input_invalid', { errors: [{ path: 'externalId', code: 'not_an_identifier' }] })
  return read.output
}
