import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'
import type { StatementEntryKind } from '../document.ts'
import type { PartyFacts, SellerFacts } from './parties.ts'
import { receivedOn, returnOf } from './sql.ts'

export type AccountFacts = {
  language: Language
  color: string
  logo: Buffer | null
  seller: SellerFacts
  buyer: PartyFacts
  openingCents: number
  entries: {
    on: Day
    kind: StatementEntryKind
    pieceCode: string
    about: string | null
    receivedOn: Day | null
    cents: number
  }[]
  /** As of today. */
  overdueCents: number
  pendingCents: number
}

type Asked = { practiceId: string; from: Day; to: Day; today: Day }

/** About twenty pages. */
export const mostLines = 1_000

/**
 * Balances are sums of pieces issued before the period or within it. A practice doctor sees no pieces (migration 0027),
 * nor does anybody of another laboratory. One entry above the limit says that there are too many.
 */
export async function findAccount({ tx, brandId }: SignedIn, asked: Asked): Promise<AccountFacts | undefined> {
  const { rows } = await sql<AccountFacts>`
    with pieces as (
      select * from invoices where brand_id = ${brandId} and practice_id = ${asked.practiceId} and type <> 'pro_forma'
        and issued_on <= ${asked.to}
    )
    select b.default_language as language, b.primary_color as color,
      (select l.content from brand_images l where l.brand_id = b.id and l.purpose = 'logo') as logo,
      seller_of(b.id) as seller, buyer_of(b.id, p.id) as buyer,
      (select coalesce(sum(amount_cents), 0)::bigint from pieces where issued_on < ${asked.from}) as "openingCents",
      (select coalesce(sum(due_cents - pending_cents), 0)::bigint from pieces
        where due_cents > 0 and due_on < ${asked.today}) as "overdueCents",
      (select coalesce(sum(pending_cents), 0)::bigint from pieces) as "pendingCents",
      coalesce((
        select json_agg(json_build_object('on', issued_on, 'pieceCode', piece_code, 'about', null, 'receivedOn', ${receivedOn('listed')}, 'cents', amount_cents,
            'kind', coalesce(${returnOf('listed')}::text, type::text))
          order by issued_on, created_at, piece_code)
        from (select * from pieces where issued_on >= ${asked.from} limit ${mostLines + 1}) listed), '[]') as entries
    from brands b join practices p on p.brand_id = b.id and p.id = ${asked.practiceId}
    where b.id = ${brandId}`.execute(tx)
  return rows[0]
}
