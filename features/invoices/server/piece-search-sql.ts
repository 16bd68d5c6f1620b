import { sql } from 'kysely'
import type { Staff } from '#tenancy/server/actor.ts'

/** Per way of searching: twelve pages, the latest; who finds more must search more precisely. */
const mostFound = 300
/** Sorts after everything that begins with the preceding text. */
const last = '\u{10ffff}'
const largestNumber = 2_147_483_647

/**
 * Pieces of all practices whose number, or a case of which, begins with the text, or whose number is this one. Read from
 * indexes, so that a million pieces are not scanned; of very many, the latest. Within one practice `matching` also finds
 * text in the middle.
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
