import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff, asWaitingStaff } from '#tenancy/server/guards.ts'
import { type ChainPart, linesAPage, staffAuditCalls } from '../contract.ts'
import { type Broken, beginningOf, endOf, followLinks, isEnd, type Link } from './chain.ts'
import { auditCsv, auditCsvName } from './lines-csv.ts'
import { type ChainEnds, findNames, findSubjects, listLines, readChain } from './lines-sql.ts'
import { recordDeed } from './sql.ts'

/** Lines hashed per call: well under a second, so that the screen can show progress. */
const linesACheck = 20_000

/** The audit for the laboratory's administrators; reading it is audited too. */
export function staffAuditRoutes(api: Api) {
  on(api, staffAuditCalls.lines, asStaff, async ({ actor: staff, query: { before, ...filters } }) => {
    const of = await findNames(staff, filters)
    const isUnknown =
      (filters.userId && of.person === null) ||
      (filters.practiceId && of.practice === null) ||
      (filters.orderId && of.case === null)
    if (isUnknown) throw problem('not_found')
    const found = await listLines(staff, filters, linesAPage + 1, before)
    return { data: found.slice(0, linesAPage), of, hasOlder: found.length > linesAPage }
  })

  on(api, staffAuditCalls.export, asWaitingStaff, async ({ actor, query, outgoing }) => {
    const { language, timeZone } = await actor.within('read', async ({ language, timeZone }) => ({
      language,
      timeZone,
    }))
    outgoing.set('content-disposition', attachment(auditCsvName(language)))
    return {
      type: 'text/csv; charset=utf-8',
      bytes: async () =>
        ReadableStream.from(
          auditCsv({
            language,
            timeZone,
            read: (most, before) => actor.within('read', staff => listLines(staff, query, most, before)),
          }),
        ),
    }
  })

  on(api, staffAuditCalls.subjects, asStaff, async ({ actor: staff, query }) => ({
    data: await findSubjects(staff, query.search),
  }))

  on(api, staffAuditCalls.check, asStaff, async ({ actor: staff, body: { after }, requestId }) => {
    const { ends, links } = await readChain(staff, after, linesACheck)
    if (after === 0) await recordDeed(staff, 'audit_checked', requestId)
    return { data: judge(ends, links, { after, beginning: beginningOf(staff.brandId) }) }
  })
}

/** Judges these lines of the chain, which started before them and may go on after them. */
function judge(ends: ChainEnds, links: readonly Link[], { after, beginning }: { after: number; beginning: Buffer }) {
  const begin = Number(ends.begins_after)
  const said = (place: number, found: Pick<ChainPart, 'broken' | 'end'> | 'goes on'): ChainPart => ({
    place,
    total: Number(ends.position),
    unsealed: Number(ends.unsealed),
    removed: ends.removed_until ? { lines: begin, until: ends.removed_until } : null,
    ...(found === 'goes on' ? { isDone: false, broken: null, end: null } : { isDone: true, ...found }),
  })
  const isBroken = (broken: Broken) => said(broken.place - 1, { broken, end: null })

  if (ends.is_early) return isBroken({ place: 1, because: 'early' })
  // Lines checked by the last call may have been removed since, after their retention.
  const isBegun = after > begin
  if (isBegun && !ends.hash_there) return isBroken({ place: after, because: 'missing' })
  const from =
    isBegun && ends.hash_there
      ? { place: after, hash: ends.hash_there }
      : { place: begin, hash: ends.begins_hash ?? beginning }
  const { broken, ...here } = followLinks(from, links)
  if (broken) return isBroken(broken)
  if (links.length === linesACheck) return said(here.place, 'goes on')
  return isEnd(ends, here, begin)
    ? said(here.place, { broken: null, end: endOf(here) })
    : isBroken({ place: here.place + 1, because: 'cut' })
}
