import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'
import { makeOwnDatabase } from '#test/own-database.ts'
import { compiled } from '#test/running-app.ts'
import { checkChains } from './chain-sql.ts'
import { insertSightings, recordEvent, sealLines } from './sql.ts'

// A database of its own, because a check covers the chains of all laboratories.
const own = await makeOwnDatabase()
const { appUrl, ownerUrl } = own
const runtime = new pg.Pool({ connectionString: appUrl, max: 1 })
// Registered before the application, so that the database is removed after it.
afterAll(async () => {
  await runtime.end()
  await own.drop()
})
const { app, make } = startTestApp({}, { ...own, adminUrl: '' })

const inLaboratory = (of: TestLaboratory, work: Parameters<typeof openLaboratoryOf>[3]) =>
  openLaboratoryOf(app.api.services.database, of.id, 'write', work)
const write = (of: TestLaboratory, requestId: string) =>
  inLaboratory(of, laboratory => recordEvent(laboratory, { kind: 'signed_in', requestId }))
const seal = (of: TestLaboratory) => inLaboratory(of, sealLines)
const gathered = (of: TestLaboratory, requestId: string) => ({
  brandId: of.id,
  sessionId: randomUUID(),
  userId: randomUUID(),
  kind: 'case_viewed',
  requestId,
  route: 'GET /api/orders/:id',
  id: randomUUID(),
})

let number = 0
/** A laboratory with five lines in its chain, the last of them `e`. */
async function laboratoryWithLines() {
  number += 1
  const name = `Laboratoire ${number}`
  const laboratory = await make.laboratory({ company_name: name })
  for (const line of ['a', 'b', 'c', 'd', 'e']) await write(laboratory, line)
  await seal(laboratory)
  return { ...laboratory, name }
}

/** The check's result for this laboratory, and the kept ends that were found nowhere. */
async function check(of: { name: string }, ...kept: string[]) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const lost = new Set(kept)
  const chains = await checkChains(client, lost).finally(() => client.end())
  return { ...chains.find(({ laboratory }) => laboratory === of.name), lost: [...lost] }
}

/** Runs it as an operator does. */
const checkByHand = (...kept: string[]) =>
  promisify(execFile)(process.execPath, [resolve('scripts/audit-check.ts'), ...kept], {
    env: { ...process.env, ...compiled, DATABASE_OWNER_URL: ownerUrl },
  }).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, code }: { stdout: string; code: number }) => ({ stdout, code }),
  )

/** Confined to this laboratory, whatever the statement says. */
const harm = ({ id }: TestLaboratory, statements: string) => make.within(id, client => client.query(statements))

describe('the chain', () => {
  it('is whole when lines were written at once by many, in whatever order they came to be', async () => {
    const laboratory = await laboratoryWithLines()
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        await write(laboratory, `many ${index}`)
        if (index % 4 === 0) await seal(laboratory)
      }),
    )
    await seal(laboratory)
    expect(await check(laboratory)).toMatchObject({ lines: 45, unsealed: 0, end: expect.stringMatching(/^45-/) })
    expect(await check(laboratory)).not.toHaveProperty('broken')
  })

  it('is whole when what several processes have gathered comes in between, behind what waits to be sealed', async () => {
    const laboratory = await laboratoryWithLines()
    await write(laboratory, 'f')
    await Promise.all(
      Array.from({ length: 10 }, async (_, process) => {
        const sightings = ['first', 'second'].map(view => gathered(laboratory, `${view} of ${process}`))
        await inLaboratory(laboratory, of => insertSightings(of, sightings))
        await write(laboratory, `beside ${process}`)
      }),
    )
    await seal(laboratory)
    expect(await check(laboratory)).toMatchObject({ lines: 36, unsealed: 0, end: expect.stringMatching(/^36-/) })
    expect(await check(laboratory)).not.toHaveProperty('broken')
    const { rows } = await make.within(laboratory.id, client =>
      client.query<{ request_id: string; position: string }>('select request_id, position from audit_events'),
    )
    const placeOf = new Map(rows.map(({ request_id, position }) => [request_id, Number(position)]))
    expect(placeOf.get('f')).toBe(6)
    for (const process of Array(10).keys())
      expect(placeOf.get(`second of ${process}`)).toBe(Number(placeOf.get(`first of ${process}`)) + 1)
  })

  it('tells what is not in it yet', async () => {
    const laboratory = await laboratoryWithLines()
    await write(laboratory, 'f')
    expect(await check(laboratory)).toMatchObject({ lines: 5, unsealed: 1 })
  })

  it.each([
    [
      'a line altered',
      `update audit_events set user_id = gen_random_uuid() where request_id = 'c'`,
      { place: 3, because: 'changed' },
    ],
    ['a line taken out', `delete from audit_events where request_id = 'c'`, { place: 3, because: 'missing' }],
    ['the last line taken out', `delete from audit_events where request_id = 'e'`, { place: 5, because: 'cut' }],
    ['all lines taken out', 'delete from audit_events', { place: 1, because: 'cut' }],
    [
      'a line put in',
      `update audit_events set position = position + 100 where position >= 3;
       update audit_events set position = position - 99 where position > 100;
       insert into audit_events (brand_id, kind, request_id, position, hash)
       select brand_id, kind, 'x', 3, hash from audit_events where request_id = 'b'`,
      { place: 3, because: 'changed' },
    ],
    [
      'a line put in at the end, whose hash is right',
      `insert into audit_events (brand_id, kind, request_id, position) select brand_id, kind, 'x', null
         from audit_events where request_id = 'e';
       update audit_events x set position = 6, hash = tenant.audit_hash(e.hash, jsonb_populate_record(x, '{"position": 6}'))
         from audit_events e where e.request_id = 'e' and x.request_id = 'x'`,
      { place: 7, because: 'cut' },
    ],
    [
      'two lines that changed places',
      `update audit_events set request_id = case request_id when 'b' then 'c' else 'b' end where request_id in ('b', 'c')`,
      { place: 2, because: 'changed' },
    ],
    [
      'a line told of another time',
      `update audit_events set at = at - interval '1 day' where request_id = 'a'`,
      { place: 1, because: 'changed' },
    ],
    ['an end that is gone', 'delete from audit_heads', { place: 6, because: 'cut' }],
  ])('shows %s', async (_what, statements, broken) => {
    const laboratory = await laboratoryWithLines()
    expect(await check(laboratory)).not.toHaveProperty('broken')
    await harm(laboratory, statements)
    expect(await check(laboratory)).toMatchObject({ broken })
  })

  it('written anew from beginning to end lacks the end that was kept elsewhere', async () => {
    const laboratory = await laboratoryWithLines()
    const { end = '' } = await check(laboratory)
    await write(laboratory, 'f')
    await seal(laboratory)
    expect((await check(laboratory, end)).lost).toEqual([])
    await harm(
      laboratory,
      `delete from audit_events where request_id = 'c';
       update audit_events set position = null, hash = null;
       delete from audit_heads;
       select tenant.seal_audit()`,
    )
    const anew = await check(laboratory, end)
    expect(anew).not.toHaveProperty('broken')
    expect(anew.lost).toEqual([end])
  })

  it('is checked by one command, in a sentence for each laboratory', async () => {
    const whole = await laboratoryWithLines()
    const broken = await laboratoryWithLines()
    const { end } = await check(whole)
    await harm(broken, `delete from audit_events where request_id = 'c'`)
    const { stdout, code } = await checkByHand('9-0123')
    const sentences = stdout.split('\n')
    expect(sentences).toContain(`${whole.name}: whole, up to ${end}.`)
    expect(sentences).toContain(`${broken.name}: BROKEN. Line 3 is missing.`)
    expect(sentences).toContain(
      'BROKEN. 9-0123 is no longer in any chain: lines were written anew, or a backup from before it was restored.',
    )
    expect(code).toBe(1)
  })
})

describe('a chain whose first lines have gone because their time was over', () => {
  const fourteenMonthsAgo = new Date(Date.now() - 425 * 86_400_000)
  const remove = (of: TestLaboratory, most = 1_000) =>
    inLaboratory(of, async ({ tx }) => {
      const { rows } = await sql<{ removed: number }>`select tenant.remove_old_audit(${most}) as removed`.execute(tx)
      return rows[0]?.removed
    })
  /** Three old lines, then five of today. */
  async function laboratoryWithOldLines() {
    number += 1
    const name = `Laboratoire ${number}`
    const laboratory = await make.laboratory({ company_name: name })
    for (const line of ['x', 'y', 'z'])
      await make.insert(laboratory.id, 'audit_events', {
        brand_id: laboratory.id,
        kind: 'signed_in',
        request_id: line,
        at: fourteenMonthsAgo,
      })
    await seal(laboratory)
    for (const line of ['a', 'b', 'c', 'd', 'e']) await write(laboratory, line)
    await seal(laboratory)
    return { ...laboratory, name }
  }

  it('is whole, and says what has gone: lines of twelve months and no younger one, whatever is cut off in between', async () => {
    const laboratory = await laboratoryWithOldLines()
    const { end = '' } = await check(laboratory)
    expect(await remove(laboratory, 2)).toBe(2)
    expect(await check(laboratory)).toMatchObject({ lines: 6, end, removed: { lines: 2, until: fourteenMonthsAgo } })
    expect(await remove(laboratory, 2)).toBe(1)
    expect(await remove(laboratory, 2)).toBe(0)
    await write(laboratory, 'f')
    await seal(laboratory)
    const found = await check(laboratory, end)
    expect(found).toMatchObject({ lines: 6, removed: { lines: 3 }, lost: [] })
    expect(found).not.toHaveProperty('broken')
  })

  it('still shows a line altered, a beginning that is not the one, and lines taken out before their time', async () => {
    const altered = await laboratoryWithOldLines()
    await remove(altered)
    await harm(altered, `update audit_events set user_id = gen_random_uuid() where request_id = 'a'`)
    expect(await check(altered)).toMatchObject({ broken: { place: 4, because: 'changed' } })

    const cut = await laboratoryWithOldLines()
    await remove(cut)
    await harm(cut, `delete from audit_events where request_id = 'a'`)
    expect(await check(cut)).toMatchObject({ broken: { place: 4, because: 'missing' } })

    const early = await laboratoryWithOldLines()
    await harm(
      early,
      `delete from audit_events where position <= 5;
       update audit_heads set begins_after = 5, removed_until = now(), begins_hash = sha256('x')`,
    )
    expect(await check(early)).toMatchObject({ broken: { because: 'early' } })
  })

  it('does not lose what would show that it was altered', async () => {
    const laboratory = await laboratoryWithOldLines()
    await harm(laboratory, `update audit_events set user_id = gen_random_uuid() where request_id = 'y'`)
    await expect(remove(laboratory)).rejects.toThrow()
    expect(await check(laboratory)).toMatchObject({ broken: { place: 2, because: 'changed' } })
  })

  it('is told by the command, as is an end that was kept from before', async () => {
    const laboratory = await laboratoryWithOldLines()
    await remove(laboratory)
    const { end } = await check(laboratory)
    const { stdout } = await checkByHand('2-0123')
    const day = fourteenMonthsAgo.toISOString().slice(0, 10)
    expect(stdout).toContain(
      `${laboratory.name}: whole, up to ${end}. The first 3, until ${day}, went when their time was over.`,
    )
    expect(stdout).toMatch(/^2-0123 is in no chain any more: lines until [-\d]{10} have gone\./m)
    expect(stdout).not.toContain('BROKEN. 2-0123')
  })
})

it.each([
  `insert into audit_events (brand_id, kind, request_id, at) select tenant.brand_id(), 'signed_in', 'x', now()`,
  `insert into audit_events (brand_id, kind, request_id, id) overriding system value select tenant.brand_id(), 'signed_in', 'x', 1`,
  `insert into audit_events (brand_id, kind, request_id, position) select tenant.brand_id(), 'signed_in', 'x', 9`,
  `update audit_events set position = null`,
  `select * from audit_heads`,
  `update audit_heads set position = 0`,
  `delete from audit_heads`,
  `select tenant.audit_hash('x', null)`,
  `delete from audit_events`,
])('the runtime role may not: %s', async statement => {
  await expect(runtime.query(statement)).rejects.toThrow(/permission denied/)
})
