import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { makeWith } from '#test/make.ts'

const { adminUrl, ownerUrl, appUrl } = inject('database')
const admin = new pg.Pool({ connectionString: adminUrl.replace(/\/postgres(\?|$)/, '/arcade$1'), max: 1 })
const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
const runtime = new pg.Client({ connectionString: appUrl })
afterAll(async () => {
  await Promise.all([admin.end(), owner.end(), runtime.end()])
})

type Callable = { name: string; isStrict: boolean; isDefiner: boolean; parameters: { name: string; type: string }[] }

/** Whatever the runtime role may call, functions of later migrations included; not what an extension brings. */
const callable = async (): Promise<Callable[]> =>
  (
    await admin.query<Callable>(
      `select p.oid::regproc::text as name, p.proisstrict as "isStrict", p.prosecdef as "isDefiner", coalesce((
         select json_agg(json_build_object('name', p.proargnames[place], 'type', type::regtype::text) order by place)
         from unnest(p.proargtypes::oid[]) with ordinality as parameter (type, place)), '[]') as parameters
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname not in ('pg_catalog', 'information_schema') and p.prokind = 'f'
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
         and has_schema_privilege('arcade_app', n.oid, 'usage')
         and has_function_privilege('arcade_app', p.oid, 'execute')
       order by 1`,
    )
  ).rows

describe('of what the runtime role may call', () => {
  /** What one may know, or make up, of a laboratory without being let in: the first is the likeliest. */
  const guesses: Record<string, unknown[]> = {
    bigint: [Math.floor(Date.now() / 1000) + 60, null, 0, -1],
    integer: [1_000, null, 0],
    bytea: [Buffer.alloc(32), null, Buffer.alloc(0)],
    notice_kind: ['message', null],
    'notice_kind[]': [['message'], null, []],
    'text[]': [['someone@practice.test'], null, []],
    'uuid[]': [[randomUUID()], null, []],
    date: ['2026-01-31', null],
    'smallint[]': [[1], null, []],
    boolean: [true, null],
    orders: [null],
    language: ['fr', null],
    invoice_type: ['invoice', null],
    invoice_decision: ['validated', null],
    vat_category: ['exempt', null],
    payment_mode: ['card', null],
    payment_means: ['check', null],
    payment_return: ['refund', null],
    smallint: [1, null],
    payment_event_kind: ['succeeded', null],
    'timestamp with time zone': [new Date(0), null],
    'audit_kind[]': [['signed_in'], null, []],
    jsonb: ['[]', '[{"kind": "case_viewed", "requestId": "x"}]', null],
  }

  beforeAll(async () => {
    await runtime.connect()
    const make = makeWith(owner)
    const laboratory = await make.laboratory()
    const user = await make.user(await make.practice(laboratory))
    const session = await make.within(laboratory.id, async client => {
      const { rows } = await client.query<{ id: string }>(
        'insert into sessions (brand_id, user_id, refresh_seed) values ($1, $2, $3) returning id',
        [laboratory.id, user.id, randomBytes(32)],
      )
      return rows[0]?.id
    })
    const secretHash = randomBytes(32)
    await make.insert(laboratory.id, 'calendar_feeds', {
      brand_id: laboratory.id,
      user_id: user.id,
      secret_hash: secretHash,
    })
    const tokenHash = randomBytes(32)
    await make.insert(laboratory.id, 'password_links', {
      brand_id: laboratory.id,
      user_id: user.id,
      purpose: 'reset',
      token_hash: tokenHash,
      expires_at: new Date(Date.now() + 60_000),
    })
    guesses.text = [laboratory.host, null, '']
    guesses.uuid = [laboratory.id, null]
    guesses.session = [session, null]
    guesses.secret_hash = [secretHash, null]
    guesses.token_hash = [tokenHash, null]
  })

  /** Every way to fill the places: NULL in each in turn, and in several at once. */
  const combinations = (places: unknown[][]): unknown[][] =>
    places.reduce<unknown[][]>(
      (begun, guessed) => begun.flatMap(values => guessed.map(value => [...values, value])),
      [[]],
    )

  it('nothing opens anything for NULL, for what is empty or for what is over, in any of its arguments', async () => {
    const functions = await callable()
    expect(functions.length).toBeGreaterThan(0)
    for (const { name, parameters, isDefiner } of functions) {
      const places = parameters.map(parameter => {
        const guessed = guesses[parameter.name] ?? guesses[parameter.type]
        if (!guessed) throw new Error(`Say above what ${name} may be given as ${parameter.name}.`)
        return guessed
      })
      const list = parameters.map(({ type }, index) => `$${index + 1}::${type}`).join(', ')
      for (const values of combinations(places)) {
        await runtime.query('begin')
        // A function that returns nothing (void) answers with an empty text.
        const answer = await runtime.query<Record<string, unknown>>(`select * from ${name}(${list})`, values).then(
          ({ rows }) => rows.flatMap(row => Object.values(row)).filter(value => value !== null && value !== ''),
          error => error.code,
        )
        const isRefused = answer === '42501'
        if (isRefused) await runtime.query('rollback')
        const { rows } = await runtime.query('select tenant.brand_id() as opened')
        await runtime.query('rollback')
        // What runs as the caller sees no more than the caller, and may answer.
        const told = isRefused || !isDefiner ? [] : answer
        expect({ name, values, told, ...rows[0] }).toEqual({ name, values, told: [], opened: null })
      }
    }
  })

  it('what runs as its definer is not even begun for NULL', async () => {
    const loose = (await callable()).filter(
      ({ isDefiner, isStrict, parameters }) => isDefiner && !isStrict && parameters.length > 0,
    )
    expect(loose).toEqual([])
  })

  it('what refuses an opening refuses NULL too, whoever forgets to be strict', async () => {
    const until = String(Math.floor(Date.now() / 1000) + 60)
    for (const values of combinations([
      ['upkeep/', null],
      [until, null],
      [Buffer.alloc(32), null],
    ])) {
      await expect(
        owner.query('select tenant.refuse_unless_signed($1::text, $2::bigint, $3::bytea)', values),
      ).rejects.toMatchObject({ code: '42501', message: 'opening refused' })
    }
  })
})
