import { fullName } from '#features/account/rules.ts'
import { listComplaintsOf } from '#features/complaints/server/sql.ts'
import { findOwnName } from '#features/people/server/own-sql.ts'
import { newTurns } from '#kit/server/turns.ts'
import { type ZipEntry, zipOf } from '#kit/server/zip.ts'
import { traceabilitySheetName } from '../rules.ts'
import { drawInTurn } from './drawing.ts'
import { factsOf, sheetOf } from './facts.ts'
import {
  countByCause,
  countLeftUnsigned,
  countSigned,
  findMaker,
  listScopedCases,
  listScopedSubcontractors,
} from './inspection-sql.ts'
import { type Inspection, pageSize, pages, tablesOf } from './inspection-tables.ts'
import { inspectionText } from './inspection-text.ts'

/** Each download lasts as long as its reader takes; its drawings queue with those of all sheets. */
export const { take: takeInspectionTurn } = newTurns({
  name: 'inspections',
  atOnce: 4,
  atOnceOfOne: [2, 2, 1],
  longestQueue: 8,
  longestWait: 10_000,
  retryAfter: 30,
})

const mostComplaintsDrawn = 300
const noId = '00000000-0000-0000-0000-000000000000'

/** Generated while it is read. The actor is checked again for each page, so that it ends with their session or right. */
export function inspectionFile(asked: Inspection, giveBack: () => void): ReadableStream<Uint8Array> {
  return zipOf(async function* () {
    yield await summaryEntry(asked)
    yield* tablesOf(asked)
    yield* sheetsOf(asked)
  }, giveBack)
}

const whole = async function* (bytes: Uint8Array) {
  yield bytes
}

async function summaryEntry({ waiting, scope, code, share, language, timeZone }: Inspection): Promise<ZipEntry> {
  const t = inspectionText(language)
  const summary = await waiting.within('read', async staff => {
    return {
      language,
      timeZone,
      maker: await findMaker(staff),
      of: 'orderId' in scope ? { code: code ?? '' } : scope,
      madeBy: fullName(await findOwnName(staff)),
      madeAt: new Date().toISOString(),
      cases: await countSigned(staff, scope),
      leftUnsigned: await countLeftUnsigned(staff, scope),
      causes: await countByCause(staff, scope),
      subcontractors: await listScopedSubcontractors(staff, scope),
      complaints: await listComplaintsOf(staff, scope, undefined, mostComplaintsDrawn),
    }
  })
  return { name: `${t.file}.pdf`, input: whole(await drawInTurn(share, { summary })) }
}

/** Each sheet is drawn only when the archive reaches it. */
async function* sheetsOf({ waiting, scope, share, language }: Inspection): AsyncGenerator<ZipEntry> {
  const { folder } = inspectionText(language)
  const cases = pages<{ id: string; code: string }>(last =>
    waiting.within('read', staff => listScopedCases(staff, scope, last?.id ?? noId, pageSize)),
  )
  for await (const { id, code } of cases) {
    const sheet = await waiting.within('read', async staff => {
      const { order, ...facts } = await factsOf(staff, { id })
      return order && sheetOf(staff, { order, ...facts })
    })
    if (!sheet) continue
    const bytes = await drawInTurn(share, { sheet })
    yield { name: `${folder}/${traceabilitySheetName(code, language)}`, at: sheet.at, input: whole(bytes) }
  }
}
