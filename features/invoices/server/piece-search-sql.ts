import { sql } from 'kysely'
import type { Staff } from '#tenancy/server/actor.ts'

/** Of each way: twelve pages, the latest; who has found more looks for too little. */
const mostFound = 300
/** After whatever begins with what stands before it. */
const last = '\u{10ffff}'
const largestNumber = 2_147_483_647

/**
 * Of all practices the pieces whose number, or the code of a case of theirs, begins so; or whose number is this. From indexes,
 * so that a million pieces are not read for one; of very many the latest. Who reads one practice's finds
 * what stands in the middle, too: see `matching`.
 */
export function foundPieces({ brandId }: Staff, words: string) {
  const ways = [...new Set([words, words.toUpperCase(), words.toLowerCase()])]
  const numbers = [...new Set([words, words.toUpperCase()])]
  const bare = /^\d{1,10}$/.test(words) ? Number(words) : 0
  const number = bare > 0 && bare <= largestNumber ? bare : null
  return sql<string>`(
    (select found.id
      from unnest(${numbers}::text[]) as way
      cross join lateral (
        select p.id from invoices p
        where p.brand_id = ${brandId} and p.piece_code collate "C" >= way and p.piece_code collate "C" < way || ${last}::text
        order by p.piece_code collate "C" desc limit ${mostFound}) found)
    union all
    (select p.id from invoices p where p.brand_id = ${brandId} and p.number = ${number}::int limit ${mostFound})
    union all
    (select l.invoice_id
      from unnest(${ways}::text[]) as way
      cross join lateral (
        select o.id from orders o
        where o.brand_id = ${brandId} and o.code collate "C" >= way and o.code collate "C" < way || ${last}::text
        order by o.code collate "C" desc limit ${mostFound}) found
      join invoice_orders l on l.brand_id = ${brandId} and l.order_id = found.id
      limit ${mostFound}))`
}
