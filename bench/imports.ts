// `npm run bench:imports`: what it takes until a catalogue of fifty thousand lines, a hundred of them wrong, is seen through,
// as CSV and as a workbook of Excel, and what memory; beside a tenth of them, which shows whether memory grows with the file.
// The product itself, on a database of its own.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { zip } from '../test/files.ts'
import { makeWith, testPassword } from '../test/make.ts'
import { newDataFolder, RunningApp } from '../test/running-app.ts'

const most = 5
const counts = [5_000, 50_000]
const say = (line: string) => process.stdout.write(`${line}\n`)

const head = ['Référence', 'Famille', 'Nom', 'Délai', 'Prix HT', 'Dents', 'Teinte']
type Wrong = { place: number; cell: (before: string[] | undefined) => string; told: [string, string] }

/** Each of these a fifth of what is wrong. */
const wrongs: readonly Wrong[] = [
  { place: 3, cell: () => 'jamais', told: ['leadDays', 'not_a_number'] },
  { place: 4, cell: () => 'cher', told: ['priceCents', 'not_an_amount'] },
  { place: 5, cell: () => 'peut-être', told: ['teeth', 'not_listed'] },
  { place: 0, cell: before => before?.[0] ?? '', told: ['reference', 'repeated'] },
  { place: 2, cell: () => '', told: ['labelFr', 'required'] },
]

function tableOf(count: number) {
  const rows: string[][] = []
  const told: string[] = []
  for (let index = 0; index < count; index++) {
    const days = String(index % 30)
    const row = [
      `P-${index}`,
      `Famille ${index % 30}`,
      `Couronne zircone n° ${index}`,
      days,
      '149,00',
      'obligatoire',
      'non',
    ]
    const every = count / 100
    if (index % every === every / 2) {
      const wrong = wrongs[Math.floor(index / every) % wrongs.length] as Wrong
      row[wrong.place] = wrong.cell(rows.at(-1))
      // The headings are the first line.
      told.push([index + 2, ...wrong.told].join(' '))
    }
    rows.push(row)
  }
  return { rows, told }
}

const csvOf = (rows: string[][]) => Buffer.from([head, ...rows].map(row => row.join(';')).join('\r\n'))

const cellOf = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`
const workbookOf = (rows: string[][]) =>
  zip(
    {
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': '<workbook xmlns:r="x"><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${[head, ...rows].map(row => `<row>${row.map(cellOf).join('')}</row>`).join('')}</sheetData></worksheet>`,
    },
    { isPacked: true },
  )

const data = newDataFolder()
// Nobody looks at its screens.
const webRoot = join(import.meta.dirname, '../test/fixtures/web')
const app = new RunningApp({ DATA_DIR: data.path, LOG_LEVEL: 'warn' }, '--web-root', webRoot)
const address = await app.ready()
const { ownerUrl, adminUrl } = await startEmbeddedPostgres(join(data.path, 'database'))
const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })

const megabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1]) / 1e3
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

async function signIn(): Promise<string> {
  const admin = new pg.Client(adminUrl.replace(/\/\w+$/, '/arcade'))
  await admin.connect()
  const { rows } = await admin.query<{ id: string }>(`select brand_id as id from brand_hosts where host = 'localhost'`)
  await admin.end()
  const laboratory = { id: rows[0]?.id ?? '', host: 'localhost' }
  const { login } = await makeWith(owner).user(laboratory)
  const answer = await fetch(`${address}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: testPassword }),
  })
  return ((await answer.json()) as { data: { token: string } }).data.token
}

type Preview = { added: number; wrong: number; faults: { line: number; field: string; code: string }[] }

async function preview(authorization: string, file: Buffer, name: string) {
  const highest = { megabytes: 0 }
  const before = megabytes()
  const watch = setInterval(() => {
    highest.megabytes = Math.max(highest.megabytes, megabytes())
  }, 10)
  const startedAt = performance.now()
  const body = new FormData()
  body.set('file', new File([new Uint8Array(file)], name))
  const call = async <T>(path: string, request: RequestInit): Promise<T> => {
    const headers = { authorization, ...request.headers, 'idempotency-key': crypto.randomUUID() }
    const answer = await fetch(`${address}/api/staff/imports/${path}`, { ...request, headers })
    if (!answer.ok) throw new Error(await answer.text())
    return ((await answer.json()) as { data: T }).data
  }
  const { id, columns } = await call<{ id: string; columns: object }>('products', { method: 'POST', body })
  const taken = performance.now()
  const found = await call<Preview>(`${id}/columns`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ columns, needs: {} }),
  })
  const seconds = [taken - startedAt, performance.now() - taken].map(time => time / 1000) as [number, number]
  clearInterval(watch)
  await pause(2_000)
  return { found, seconds, memory: [before, highest.megabytes, megabytes()].map(Math.round) }
}

try {
  const authorization = `Bearer ${await signIn()}`
  let isReached = true
  for (const [kind, fileOf] of [
    ['catalogue.csv', csvOf],
    ['catalogue.xlsx', workbookOf],
  ] as const) {
    for (const count of counts) {
      const { rows, told } = tableOf(count)
      const file = Buffer.from(fileOf(rows))
      for (let round = 0; round < 3; round++) {
        const { found, seconds, memory } = await preview(authorization, file, kind)
        const faults = found.faults.map(({ line, field, code }) => [line, field, code].join(' '))
        const isExact =
          faults.join('\n') === told.join('\n') && found.wrong === told.length && found.added === count - told.length
        const whole = seconds[0] + seconds[1]
        isReached &&= isExact && whole <= most
        say(
          `${kind} ${count} lines, ${(file.length / 1e6).toFixed(1)} MB: taken in ${seconds[0].toFixed(1)} s, seen through in ${seconds[1].toFixed(1)} s; memory before, highest, after ${memory.join(', ')} MB; ${faults.length} errors${isExact ? ', as they are' : `: ${faults.find((one, at) => one !== told[at])}`}`,
        )
      }
    }
  }
  say(isReached ? `Seen through in less than ${most} s.` : `≤ ${most} s wanted  not reached`)
  process.exitCode = isReached ? 0 : 1
} finally {
  await owner.end()
  app.signal('SIGTERM')
  await app.ended()
  data.remove()
}
