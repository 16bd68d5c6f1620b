import { listAbsences } from '#features/absences/server/sql.ts'
import { openFile, typeOfDownload } from '#features/attachments/server/download.ts'
import { findFileOfLaboratory, listFiles } from '#features/attachments/server/sql.ts'
import { type Files, keyOf } from '#features/attachments/server/store.ts'
import { sealLines } from '#features/audit/server/sql.ts'
import { findWeek, listClosed } from '#features/calendar/server/staff-sql.ts'
import { caseProduct, caseRow } from '#features/cases/server/case-reply.ts'
import { findOrder } from '#features/cases/server/case-sql.ts'
import { listMessages } from '#features/cases/server/correspondence-sql.ts'
import { writeMessage } from '#features/cases/server/write-message.ts'
import { findPractice } from '#features/people/server/practices-sql.ts'
import { findSuccessor } from '#features/practices/server/merging-sql.ts'
import { findCutOffs } from '#features/rides/server/sql.ts'
import { addDays, dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { keyFor } from '#kit/server/keys.ts'
import { takeLines } from '#kit/server/lines.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { onBehalfOf, shareOf } from '#tenancy/server/actor.ts'
import { asProgram, asWaitingProgram } from '#tenancy/server/program-guard.ts'
import { type Change, changeKinds, integrationCalls } from '../contract.ts'
import { idIn, nameIn, orderIdIn } from './names.ts'
import { putOrder } from './put-order.ts'
import { putPayment } from './put-payment.ts'
import { putPiece } from './put-piece.ts'
import { putPractice } from './put-practice.ts'
import {
  findOrderNamed,
  findPlace,
  findPracticeNamed,
  listChanges,
  listNamesOf,
  listOrders,
  listPractices,
  lockName,
  unnameOrder,
  unnamePractice,
} from './sql.ts'

/** Audit lines scanned per call; most of them are about reading. */
const linesACall = 2_000
const listedACall = 200

/** A program sees cases as the laboratory's people do. */
const reader = { maySeeAbsences: true, maySeeInvoices: true, isStaff: true }

type Means = { files: Pick<Files, 'storage' | 'unpacked'>; appSecret: string }

/** Routes for the laboratory's management software. */
export function integrationRoutes(api: Api, { files, appSecret }: Means) {
  const key = keyFor('what programs have said', appSecret)

  on(api, integrationCalls.changes, asWaitingProgram, async ({ actor, query: { after }, refuse }) => {
    // Seals the latest lines first, so that they have a permanent place in the chain.
    await actor.within('write', sealLines)
    return actor.within('read', async program => {
      const [place = '0', mark = '00000000'] = after?.split('-') ?? []
      const found = await listChanges(program, { place, mark }, linesACall, changeKinds)
      if (!found) return refuse('cursor_unknown')
      const { rows, until } = found
      const beyond = await listChanges(program, until, 1, [])
      return {
        data: rows.filter(isAboutSomething),
        next: `${until.place}-${until.mark}`,
        hasMore: beyond?.until.place !== until.place,
      }
    })
  })

  on(api, integrationCalls.practices, asProgram, async ({ actor: program, query: { after } }) =>
    pageOf(await listPractices(program, { after, most: listedACall + 1 })),
  )

  on(api, integrationCalls.orders, asProgram, async ({ actor: program, query: { after } }) =>
    pageOf(await listOrders(program, { after, most: listedACall + 1 })),
  )

  on(api, integrationCalls.order, asProgram, async ({ actor: program, params, found }) => {
    const id = await orderIdIn(program, params)
    found(id)
    const [order, place] = await Promise.all([findOrder(program, { id }), findPlace(program, id)])
    if (!order || !place) throw problem('not_found')
    const { practiceId, practiceName, externalId } = place
    const [names, attachments, messages] = await Promise.all([
      listNamesOf(program, practiceId),
      listFiles(program, { orderId: order.id }),
      listMessages(program, order.id),
    ])
    return {
      data: {
        ...caseRow(order, dayInZone(new Date(), program.timeZone), reader),
        externalId,
        practice: { id: practiceId, name: practiceName, externalIds: names },
        isEntered: order.orderedBy === null,
        products: order.products.map(caseProduct),
        timeline: order.events.map(({ status, at, kind, note, absence_note: reason }) => ({
          status,
          at,
          kind,
          ...(reason || note ? { note: reason || note || '' } : {}),
        })),
        attachments: attachments.map(({ sha256, ...file }) => ({
          ...file,
          sha256: file.isCompressed ? null : (sha256?.toString('hex') ?? null),
        })),
        messages,
      },
    }
  })

  on(api, integrationCalls.calendar, asProgram, async ({ actor: program }) => {
    const lastMonth = addDays(dayInZone(new Date(), program.timeZone), -31)
    const [week, rounds, closed] = await Promise.all([
      findWeek(program),
      findCutOffs(program),
      listClosed(program, lastMonth),
    ])
    return { data: { ...week, rounds, closed } }
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
    const asked = (await findPracticeNamed(program, nameIn(params))) ?? idIn(params)
    if (!asked) throw problem('not_found')
    const id = (await findSuccessor(program, asked)) ?? asked
    const practice = await findPractice(program, id)
    if (!practice) throw problem('not_found')
    const today = dayInZone(new Date(), program.timeZone)
    const [externalIds, absences] = await Promise.all([
      listNamesOf(program, id),
      listAbsences(onBehalfOf(program, id), 'upcoming', today),
    ])
    return { data: { ...practice, externalIds, absences } }
  })

  on(api, integrationCalls.sendMessage, asProgram, async ({ actor: program, params, body, incoming, ...call }) => {
    const { requestId, refuse } = call
    if (!incoming.has('idempotency-key')) return refuse('idempotency_key_missing')
    return { data: await writeMessage(program, await orderIdIn(program, params), body.body, requestId) }
  })

  on(api, integrationCalls.putOrder, asProgram, async ({ actor, params, body, requestId, refuse }) => {
    return { data: await putOrder(actor, nameIn(params), body, { requestId, refuse, key }) }
  })

  on(api, integrationCalls.putPractice, asProgram, async ({ actor, params, body, requestId, refuse }) => {
    return { data: await putPractice(actor, nameIn(params), body, { requestId, refuse }) }
  })

  on(api, integrationCalls.unnameOrder, asProgram, async ({ actor: program, params, refuse }) => {
    const name = nameIn(params)
    await lockName(program, 'orders', name)
    const named = await findOrderNamed(program, name)
    if (!named) return refuse('unknown_here')
    // If sent again, it would be created a second time.
    if (named.prescription) return refuse('entered_by_it')
    await unnameOrder(program, name)
    return undefined
  })

  on(api, integrationCalls.unnamePractice, asProgram, async ({ actor: program, params, refuse }) => {
    const { numDeletedRows } = await unnamePractice(program, nameIn(params))
    if (numDeletedRows === 0n) return refuse('unknown_here')
    return undefined
  })

  takeLines(api, integrationCalls.batch, asProgram, async ({ actor, line, requestId, refuse }) => {
    const call = { requestId, refuse, key }
    const { externalId: name } = line
    if (line.put === 'orders') return { data: await putOrder(actor, name, line.body, call) }
    if (line.put === 'practices') return { data: await putPractice(actor, name, line.body, call) }
    if (line.put === 'invoices') return { data: await putPiece(actor, name, line.body, call) }
    return { data: await putPayment(actor, name, line.body, call) }
  })
}

const pageOf = <Row>(rows: readonly Row[]) => ({ data: rows.slice(0, listedACall), hasMore: rows.length > listedACall })

const isOfCase = (kind: string) =>
  /^(order|hold|request|message|attachment|problem|delivery|reception|patient)_/.test(kind)

/** Changes without a case or a practice: the program reads the list they belong to anew. */
const ofNobody: readonly string[] = [
  'calendar_changed',
  'ride_status_changed',
  'supply_order_status_changed',
  'import_applied',
  'import_undone',
]

/** Messages to the laboratory itself concern no case and no practice's days. */
function isAboutSomething({ kind, orderId, practiceId }: Change): boolean {
  if (isOfCase(kind)) return orderId !== null
  return practiceId !== null || orderId !== null || ofNobody.includes(kind)
}
