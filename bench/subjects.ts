// Who asks: managers of practices with 500 cases, each signed in, so that no answer comes from the rows of one practice.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import * as v from 'valibot'
import { CaseQuery } from '#features/cases/list-contract.ts'
import { findOrder } from '#features/cases/server/case-sql.ts'
import { countOrders, listOrders } from '#features/cases/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import type { AccessTokens } from '#tenancy/server/access-token.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { recordStatements, type Statement } from './recorded-statements.ts'

export type Call = 'list' | 'whole' | 'search' | 'one' | 'sheet' | 'week'

export type Subject = {
  host: string
  brandId: string
  practiceId: string
  userId: string
  sessionId: string
  orderId: string
  patient: string
}

export async function chooseSubjects(admin: pg.Client, wanted: number): Promise<Subject[]> {
  const { rows } = await admin.query<Omit<Subject, 'sessionId'>>(
    `select h.host, p.brand_id as "brandId", p.id as "practiceId", u.id as "userId", o.id as "orderId", o.patient
     from (
       select brand_id, practice_id from orders group by 1, 2 having count(*) between 450 and 550
       order by md5(practice_id::text) limit $1
     ) chosen
     join practices p on p.brand_id = chosen.brand_id and p.id = chosen.practice_id
     join brand_hosts h on h.brand_id = p.brand_id
     join lateral (
       select id from users where brand_id = p.brand_id and practice_id = p.id and account_type = 'manager' limit 1
     ) u on true
     join lateral (
       select id, patient from orders
       where brand_id = p.brand_id and practice_id = p.id and patient is not null order by code offset 100 limit 1
     ) o on true`,
    [wanted],
  )
  if (rows.length === 0) throw new Error('No practice of this database has about 500 cases.')
  const subjects: Subject[] = []
  for (const row of rows) {
    const { rows: sessions } = await admin.query<{ id: string }>(
      'insert into sessions (brand_id, user_id, refresh_seed) values ($1, $2, $3) returning id',
      [row.brandId, row.userId, randomBytes(32)],
    )
    subjects.push({ ...row, sessionId: sessions[0]?.id ?? '' })
  }
  return subjects
}

/** The first name of a patient of theirs, as it is typed. */
const wordsOf = (subject: Subject) => subject.patient.split(' ')[0] ?? ''

export const pathOf: Record<Call, (subject: Subject) => string> = {
  list: () => '/api/orders',
  whole: () => '/api/orders?tab=all',
  search: subject => `/api/orders?tab=all&search=${encodeURIComponent(wordsOf(subject))}`,
  one: ({ orderId }) => `/api/orders/${orderId}`,
  sheet: ({ orderId }) => `/api/orders/${orderId}/traceability-sheet`,
  /** The dashboard at its longest. */
  week: () => '/api/dashboard?days=7',
}

/** Anew for each measurement: access tokens live ten minutes. */
export const headersOf = async (tokens: AccessTokens, { host, brandId, sessionId }: Subject) => ({
  host,
  authorization: `Bearer ${await tokens.sign({ brandId, sessionId }, {})}`,
})

/** What the product asks the database for each call, by path. */
export async function statementsOf(subject: Subject): Promise<Record<string, Statement[]>> {
  const user = {
    ...subject,
    kind: 'practice',
    accountType: 'manager',
    isDLCPM: false,
    isPracticeDoctor: false,
    language: 'fr',
    timeZone: 'Europe/Paris',
  } as unknown as Omit<PracticeUser, 'tx'>
  const list = (query: object) =>
    recordStatements(user, async actor => {
      const asked = { ...v.parse(CaseQuery, query), today: dayInZone(new Date(), actor.timeZone) }
      await countOrders(actor, asked)
      await listOrders(actor, asked)
    })
  return {
    [pathOf.list(subject)]: await list({}),
    [pathOf.whole(subject)]: await list({ tab: 'all' }),
    [pathOf.search(subject)]: await list({ tab: 'all', search: wordsOf(subject) }),
    [pathOf.one(subject)]: await recordStatements(user, actor => findOrder(actor, { id: subject.orderId })),
  }
}
