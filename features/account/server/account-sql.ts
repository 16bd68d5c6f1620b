import { sql } from 'kysely'
import { lockAbsences } from '#features/absences/server/sql.ts'
import { problem } from '#kit/problem.ts'
import type { PracticeUser, Staff } from '#tenancy/server/actor.ts'
import type { AccountPart, Documents } from '../contract.ts'

/** For users as `u` and their practice as `p`. */
export const shownOfAccount = [
  'u.title',
  'u.first_name',
  'u.last_name',
  'u.login',
  'u.email',
  'u.phone as own_phone',
  'p.name as practice',
  'p.phone as practice_phone',
  'p.mobile',
  sql<string[]>`p.emails::text[]`.as('emails'),
  'p.delivery_instruction',
  sql<number[]>`p.delivery_days::smallint[]`.as('delivery_days'),
  sql<number[]>`p.opening_days::smallint[]`.as('opening_days'),
] as const

type AccountRow = {
  title: string
  first_name: string
  last_name: string
  login: string
  email: string
  own_phone: string | null
  practice_phone: string
  mobile: string | null
  emails: string[]
  delivery_instruction: string | null
  delivery_days: number[]
  opening_days: number[]
}

/** The current values. Empty fields are omitted, so that null in a merge patch means the same. */
export const documentsOf = (row: AccountRow): Documents => ({
  personal_information: {
    title: row.title || undefined,
    firstName: row.first_name,
    lastName: row.last_name,
    login: row.login,
    email: row.email,
    phone: row.own_phone || undefined,
  },
  contact_information: {
    phone: row.practice_phone || undefined,
    mobile: row.mobile || undefined,
    emails: row.emails,
  },
  delivery_instruction: {
    deliveryInstruction: row.delivery_instruction || undefined,
    deliveryDays: row.delivery_days,
    openingDays: row.opening_days,
  },
})

export const findAccount = (user: PracticeUser) =>
  user.tx
    .selectFrom('users as u')
    .innerJoin('practices as p', join =>
      join.onRef('p.brand_id', '=', 'u.brand_id').onRef('p.id', '=', 'u.practice_id'),
    )
    .select([...shownOfAccount, 'p.address', 'p.postal_code', 'p.city', 'p.country_code'])
    .where('u.brand_id', '=', user.brandId)
    .where('u.id', '=', user.userId)
    // Their practice is being merged into another one at this moment.
    .executeTakeFirstOrThrow(() => problem('conflict'))

type Subject = { part: AccountPart; practiceId: string; userId: string }

/** Locks what a request is about until it has been decided. */
export async function lockSubject({ tx, brandId }: Staff, { part, practiceId, userId }: Subject): Promise<void> {
  // Other days move deliveries. Locked before the practice, as ordering does, to avoid a deadlock.
  if (part === 'delivery_instruction') await lockAbsences({ tx, brandId, practiceId })
  const [table, id] =
    part === 'personal_information' ? (['users', userId] as const) : (['practices', practiceId] as const)
  const row = tx.selectFrom(table).select('id').where('brand_id', '=', brandId).where('id', '=', id)
  // For a practice a weaker lock suffices, so that rows referencing it can still be inserted.
  await (table === 'users' ? row.forUpdate() : row.forNoKeyUpdate()).execute()
}
