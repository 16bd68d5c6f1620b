import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import type { DB } from '#db/schema.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { prove, type SignedIn } from './actor.ts'
import { ofActor } from './actor-sql.ts'
import { statement } from './statement.ts'

const { make, database } = startTestApp()
/** A superuser, who bypasses row-level security: only the condition under test holds rows back. */
const pool = new pg.Pool({ connectionString: database.adminUrl.replace(/\/postgres(\?|$)/, '/arcade$1'), max: 1 })
const tx = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
afterAll(() => tx.destroy())

const bySlots = statement<SignedIn, object, { id: string }>((db, $) =>
  db.selectFrom('orders').select('id').where(ofActor($, 'orders')),
)
const byValues = (actor: SignedIn) =>
  actor.tx.selectFrom('orders').select('id').where(ofActor(actor, 'orders')).execute()

it('a practice reaches its own rows, staff those of all practices of their laboratory, without any policy', async () => {
  const laboratory = await make.laboratory()
  const [ours, colleagues, strangers] = await Promise.all([
    make.practice(laboratory),
    make.practice(laboratory),
    make.laboratory().then(other => make.practice(other)),
  ])
  const orderOf = async (practice: TestPractice) => (await make.order(practice)).id
  const [own, other, foreign] = await Promise.all([orderOf(ours), orderOf(colleagues), orderOf(strangers)])
  const practice = prove<SignedIn>({ kind: 'practice', brandId: laboratory.id, practiceId: ours.id, tx } as SignedIn)
  const staff = prove<SignedIn>({ kind: 'staff', brandId: laboratory.id, practiceId: null, tx } as SignedIn)

  const shown = await tx.selectFrom('orders').select('id').where('id', 'in', [own, other, foreign]).execute()
  expect(shown, 'whatever is kept back below is kept back by the condition').toHaveLength(3)
  for (const list of [bySlots, byValues]) {
    const idsFor = async (actor: SignedIn) => (await list(actor)).map(({ id }) => id).toSorted()
    expect(await idsFor(practice)).toEqual([own])
    expect(await idsFor(staff)).toEqual([own, other].toSorted())
  }
})
