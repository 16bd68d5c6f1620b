import { recordDeedOn, recordEvent } from '#features/audit/server/sql.ts'
import { followLeadTimes } from '#features/brand/server/follow-lead-times.ts'
import { lockPractices } from '#features/people/server/imported-sql.ts'
import { type Inviting, listUninvited } from '#features/people/server/invitations-sql.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { describeError } from '#kit/server/log.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { type Head, headOf, inTableTurn, piecesOf } from '#kit/server/table-file.ts'
import type { Share } from '#kit/server/turns.ts'
import { onUpload } from '#kit/server/upload.ts'
import { asTable } from '#kit/server/workbook.ts'
import { type Staff, shareOf, type Waiting } from '#tenancy/server/actor.ts'
import { asStaff, asWaitingStaff } from '#tenancy/server/guards.ts'
import { type Answers, type Counts, type Fault, importCalls } from '../contract.ts'
import { type ImportKind, importKinds, proposedColumns } from '../fields.ts'
import { mayLeaveOut, mostBytes, mostSaved } from '../rules.ts'
import { faultTable, type WrongLine, wrongLineTable } from './fault-table.ts'
import { kindsOfImport } from './kinds.ts'
import { addTo, answeredOf, isAllSaid, isCutShort, isSameAnswer, judged, Look, refuseColumns } from './pass.ts'
import {
  findImport,
  insertImport,
  insertPart,
  learnWhatGrew,
  listImports,
  setApplied,
  setChecked,
  setUndone,
} from './sql.ts'

/** Limit of rounds, since a table another session is analysing is named again. */
const mostTables = 8

type Reserved = { kind: ImportKind; limit: number; share: Share }

/** Routes of imports: a file is uploaded, checked as often as one likes, and imported whole or not at all. */
export function staffImportRoutes(
  api: Api,
  { passage }: { passage: string },
  { invite, areMailsSent }: Omit<Inviting, 'copyLink'>,
) {
  const kinds = kindsOfImport(invite)
  const { log } = api.services
  /** The import is committed: a failure to refresh statistics must not hide that. */
  const learnOf = async ({ within }: Waiting<Staff>) => {
    try {
      for (let left = mostTables; left > 0 && (await within('write', learnWhatGrew)); left -= 1);
    } catch (error) {
      log.warn({ error: describeError(error) }, 'the database has not looked at what was imported')
    }
  }
  const readOf = (
    { kind, id }: { kind: ImportKind; id: string },
    staff: Staff,
    { needs, leads, vats, names, status }: Answers,
  ) => kinds[kind].read(staff, id, { needs, leads, vats, names, status, invitations: 'later' })

  on(api, importCalls.list, asStaff, async ({ actor: staff }) => ({ data: await listImports(staff), areMailsSent }))

  onUpload<typeof importCalls.open, Staff, Reserved, { name: string; path: string; head: Head }>(
    api,
    importCalls.open,
    asStaff,
    { folder: passage },
    {
      limitOf: async () => mostBytes,
      async reserve({ actor: staff, params }) {
        const kind = importKinds.find(known => known === params.kind)
        if (!kind) throw problem('not_found')
        return { kind, limit: mostBytes, share: shareOf(staff) }
      },
      judge: () => undefined,
      async store({ name, path }, { share, kind }) {
        await inTableTurn(share, () => asTable(path, mostBytes))
        return { name, path, head: await headOf(path, cells => Object.keys(proposedColumns(kind, cells)).length) }
      },
      async finish({ actor: staff }, { kind }, { name, path, head }) {
        const fileName = shown(name)
        const id = await insertImport(staff, { kind, fileName, head })
        let place = 0
        for await (const piece of piecesOf(path)) {
          await insertPart(staff, id, place, piece)
          place += 1
        }
        const { line, headings, samples } = head
        return { data: { id, kind, fileName, line, headings, samples, columns: proposedColumns(kind, headings) } }
      },
      release: async () => undefined,
    },
  )

  on(api, importCalls.check, asWaitingStaff, async ({ actor, params, body, refuse }) => {
    const { share, row } = await actor.within('read', async staff => ({
      share: shareOf(staff),
      row: await findImport(staff, params.id),
    }))
    if (!row) throw problem('not_found')
    if (row.state !== 'opened') return refuse('import_over')
    const columns = refuseColumns(row.kind, row.headings, body.columns)
    const { needs, leads, vats, names, status } = body
    const look = new Look()
    const unsaid = await inTableTurn(share, async () => {
      const reading = await actor.within('read', staff => readOf(row, staff, { needs, leads, vats, names, status }))
      for await (const { verdicts } of judged(reading, row, columns, work => actor.within('read', work))) {
        look.add(verdicts)
      }
      return reading.unsaid()
    })
    const answered = {
      needs: answeredOf(needs, unsaid.families),
      leads: answeredOf(leads, unsaid.leads),
      vats: answeredOf(vats, unsaid.vats),
      names,
      status: unsaid.statusless > 0 ? status : null,
    }
    await actor.within('write', staff => setChecked(staff, row.id, { columns, ...answered, ...look.counts }))
    return { data: look.with(unsaid) }
  })

  on(api, importCalls.faults, asWaitingStaff, async ({ actor, params, outgoing, refuse }) => {
    const { share, row, language, columns } = await findChecked(actor, params.id, refuse)
    const faults: Fault[] = []
    await inTableTurn(share, async () => {
      const reading = await actor.within('read', staff => readOf(row, staff, row))
      for await (const { verdicts } of judged(reading, row, columns, work => actor.within('read', work))) {
        faults.push(...addTo({ added: 0, changed: 0, unchanged: 0 }, verdicts).slice(0, mostSaved - faults.length))
        if (faults.length === mostSaved) return
      }
    })
    const { name, text } = faultTable(faults, row, columns, language)
    outgoing.set('content-disposition', attachment(name))
    return { type: 'text/csv; charset=utf-8', bytes: new Uint8Array(Buffer.from(text)) }
  })

  on(api, importCalls.wrongLines, asWaitingStaff, async ({ actor, params, outgoing, refuse }) => {
    const { share, row, language, columns } = await findChecked(actor, params.id, refuse)
    const wrong: WrongLine[] = []
    await inTableTurn(share, async () => {
      const reading = await actor.within('read', staff => readOf(row, staff, row))
      for await (const { rows, verdicts } of judged(reading, row, columns, work => actor.within('read', work))) {
        const found = verdicts.flatMap((verdict, place) =>
          'faults' in verdict ? [{ cells: rows[place]?.cells ?? [], faults: verdict.faults }] : [],
        )
        wrong.push(...found.slice(0, mostSaved - wrong.length))
        if (wrong.length === mostSaved) return
      }
    })
    const { name, text } = wrongLineTable(wrong, row, columns, language)
    outgoing.set('content-disposition', attachment(name))
    return { type: 'text/csv; charset=utf-8', bytes: new Uint8Array(Buffer.from(text)) }
  })

  on(api, importCalls.apply, asWaitingStaff, async ({ actor, params, body, requestId, refuse }) => {
    const share = await actor.within('read', async staff => shareOf(staff))
    const work = () =>
      actor.within('write', async staff => {
        // A second request waits here and gets the first one's result.
        const row = await findImport(staff, params.id, { isLocked: true })
        if (!row) throw problem('not_found')
        const { added, changed, unchanged, columns, needs, leads, vats, names, status, state } = row
        const { lock, read } = kinds[row.kind]
        if (state === 'applied') return { added, changed, unchanged }
        if (state !== 'opened') return refuse('import_over')
        if (!columns) return refuse('import_unchecked')
        // Checked with other columns meanwhile, in another window.
        if (!isSame(columns, body.columns)) return refuse('import_moved')
        if (Object.entries(needs).some(([family, need]) => body.needs[family] !== need)) return refuse('import_moved')
        if (Object.entries(leads).some(([family, days]) => body.leads[family] !== days)) return refuse('import_moved')
        if (Object.entries(vats).some(([family, vat]) => body.vats[family] !== vat)) return refuse('import_moved')
        if (status && body.status !== status) return refuse('import_moved')
        if (!isSameAnswer(names, body.names)) return refuse('import_moved')
        await lock(staff)
        const follow = row.kind === 'products' ? await followLeadTimes(staff, requestId) : undefined
        const counts: Counts = { added: 0, changed: 0, unchanged: 0 }
        const reading = await read(staff, row.id, { needs, leads, vats, names, status, invitations: body.invitations })
        let wrong = 0
        for await (const { verdicts, write } of judged(reading, row, columns, inside => inside(staff))) {
          addTo(counts, verdicts)
          wrong += verdicts.filter(verdict => 'faults' in verdict).length
          const left = { wrong, isCutShort: verdicts.some(isCutShort) }
          if (wrong > body.leftOut || (wrong > 0 && !mayLeaveOut(row.kind, left))) return refuse('import_faulty')
          await write(staff)
        }
        // Some lines are correct by now, and nobody has seen their outcome.
        if (wrong !== body.leftOut) return refuse('import_moved')
        if (!isAllSaid(reading.unsaid(), row, body.areRolesTaken)) return refuse('import_unsaid')
        if (!isSame(counts, body.counts)) return refuse('import_moved')
        await follow?.()
        await setApplied(staff, row.id, counts)
        await record(staff, 'import_applied', row.id, requestId)
        return counts
      })
    const counts = await inTableTurn(share, work)
    await learnOf(actor)
    return { data: counts }
  })

  on(api, importCalls.invite, asStaff, async ({ actor: staff, params, requestId }) => {
    if (!(await findImport(staff, params.id))) throw problem('not_found')
    // A concurrent second press finds everybody invited.
    await lockPractices(staff)
    const waiting = await listUninvited(staff, { importId: params.id })
    for (const person of waiting) {
      await invite(staff, person)
      await recordDeedOn(staff, person.id, 'user_invited', requestId)
    }
    return { data: { invited: waiting.length } }
  })

  on(api, importCalls.undo, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    const row = await findImport(staff, params.id, { isLocked: true })
    if (!row) throw problem('not_found')
    if (row.state === 'opened') return refuse('undo_over')
    const { lock, takeBack, listStaying } = kinds[row.kind]
    if (row.state === 'applied') {
      await lock(staff)
      const follow = row.kind === 'products' ? await followLeadTimes(staff, requestId) : undefined
      await takeBack(staff, row.id)
      await follow?.()
      if (!(await setUndone(staff, row.id))) return refuse('undo_over')
      await record(staff, 'import_undone', row.id, requestId)
    }
    return { data: { stays: await listStaying(staff, row.id) } }
  })
}

/** The import with the columns of its last check. */
async function findChecked(
  actor: Waiting<Staff>,
  id: string,
  refuse: (code: 'import_over' | 'import_unchecked') => never,
) {
  const found = await actor.within('read', async staff => ({
    share: shareOf(staff),
    row: await findImport(staff, id),
    language: staff.language,
  }))
  const { row } = found
  if (!row) throw problem('not_found')
  if (row.state !== 'opened') return refuse('import_over')
  if (!row.columns) return refuse('import_unchecked')
  return { ...found, row, columns: row.columns }
}

const longestName = 200
/** Reduces any file name to printable text. */
const shown = (name: string) =>
  name
    .replace(/[\p{C}]+/gu, ' ')
    .trim()
    .slice(0, longestName)
    .toWellFormed()
    .trim() || '—'

const isSame = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

const record = (staff: Staff, kind: 'import_applied' | 'import_undone', subjectId: string, requestId: string) =>
  recordEvent(staff, { kind, requestId, userId: staff.userId, sessionId: staff.sessionId, subjectId })
