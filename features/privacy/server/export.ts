import type { Language } from '#kit/language.ts'
import { Problem } from '#kit/problem.ts'
import { commaLine, csvMark } from '#kit/server/csv.ts'
import { type Opened, readInto, type ZipEntry, zipOf } from '#kit/server/zip.ts'
import type { AccountHolder, PracticeUser, SignedIn } from '#tenancy/server/actor.ts'
import { exportPage, type Section } from './export-page.ts'
import {
  type CaseRow,
  type KeptFile,
  listCasesOfPractice,
  listFilesOfCases,
  listOwnFiles,
  listOwnLines,
  listOwnRows,
  type Row,
  setNames,
} from './export-sql.ts'
import { exportText } from './export-text.ts'

/** Passed in by the application: reads a file in the user's turn. */
export type OpenFile = (user: SignedIn, file: KeptFile) => Promise<ReadableStream<Uint8Array>>
export type Asked = { holder: AccountHolder; openFile: OpenFile; language: Language; company: string; day: string }

const linesAtOnce = 1_000
const casesAtOnce = 100
const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * The user's own data, generated while it is read: each part in a transaction of its own, which checks the user again, so that an
 * export ends with its session.
 */
export const ownExport = (asked: Asked) => zipOf(opened => ownEntries(asked, opened))

async function* ownEntries(asked: Asked, opened: Opened): AsyncGenerator<ZipEntry> {
  const { holder, language, company, day } = asked
  const t = exportText[language]
  const data: Record<string, readonly Row[]> = {}
  const sections: Section[] = []
  for (const name of setNames) {
    const rows = await holder.signedIn(user => listOwnRows(user, name))
    data[name] = rows
    sections.push({ title: t.sets[name], rows })
  }
  const notes = [t.made(day, company), t.beside, t.activity]
  yield { name: 'index.html', input: await exportPage({ language, title: t.own, notes, sections }) }
  yield { name: 'data.json', input: JSON.stringify(data, null, 1) }
  yield { name: 'activity.csv', input: activity(holder) }
  yield* entriesOf(asked, opened, await holder.signedIn(listOwnFiles))
}

async function* activity(holder: AccountHolder): AsyncGenerator<string> {
  yield `${csvMark}${commaLine(['at', 'what', 'asked', 'by'])}`
  for (let after = 0, isLast = false; !isLast; ) {
    const lines = await holder.signedIn(user => listOwnLines(user, after, linesAtOnce))
    yield lines.map(({ at, kind, route, is_own }) => commaLine([at, kind, route, is_own ? 'you' : 'others'])).join('')
    isLast = lines.length < linesAtOnce
    after = lines.at(-1)?.id ?? after
  }
}

/** All cases of the practice and their files. */
export const practiceExport = (asked: Asked) => zipOf(opened => practiceEntries(asked, opened))

async function* practiceEntries(asked: Asked, opened: Opened): AsyncGenerator<ZipEntry> {
  const { language, company, day } = asked
  const t = exportText[language]
  const rows: Row[] = []
  const ids: string[] = []
  yield { name: 'cases.json', input: casesOf(asked, ids, rows) }
  const notes = [t.made(day, company), t.besidePractice]
  const sections = [{ title: t.practice, rows }]
  yield { name: 'index.html', input: await exportPage({ language, title: t.practice, notes, sections }) }
  for (let first = 0; first < ids.length; first += casesAtOnce) {
    const some = ids.slice(first, first + casesAtOnce)
    yield* entriesOf(asked, opened, await asked.holder.signedIn(user => listFilesOfCases(user, some)))
  }
}

/** Also collects the cases' ids and their rows for the page. */
async function* casesOf({ holder }: Asked, ids: string[], rows: Row[]): AsyncGenerator<string> {
  yield '['
  for (let isLast = false; !isLast; ) {
    const after = ids.at(-1) ?? beforeAll
    const cases: CaseRow[] = await holder.signedIn(user => listCasesOfPractice(asMember(user), after, casesAtOnce))
    for (const { products, timeline, messages, problems, requests, ...row } of cases) {
      const whole = { ...row, products, timeline, messages, problems, requests }
      yield `${ids.length === 0 ? '' : ','}\n${JSON.stringify(whole)}`
      ids.push(row.id)
      const { id: _, ...shown } = row
      rows.push(shown)
    }
    isLast = cases.length < casesAtOnce
  }
  yield '\n]\n'
}

/** A user who has become staff meanwhile has no practice any more. */
function asMember(user: SignedIn): PracticeUser {
  if (user.kind !== 'practice') throw new Problem('forbidden', 403)
  return user
}

async function* entriesOf(
  { holder, openFile, language }: Asked,
  opened: Opened,
  files: readonly KeptFile[],
): AsyncGenerator<ZipEntry> {
  for (const file of files) {
    const name = `files/${file.folder}/${file.id.slice(0, 8)}-${file.name}`
    let bytes: ReadableStream<Uint8Array>
    try {
      // Checked again before each file: the last check may be many minutes ago.
      const user = await holder.signedIn(async signedIn => signedIn)
      bytes = await openFile(user, file)
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 401 || error.status === 403) throw error
      yield { name: `${name}.txt`, input: exportText[language].lost(file.name) }
      continue
    }
    yield { name, input: readInto(opened, bytes) }
  }
}
