import type pg from 'pg'
import { type Broken, beginningOf, endOf, followLinks, isEnd, type Link, type Place } from './chain.ts'

/** Result of checking one laboratory's chain. */
export type Chain = {
  laboratory: string
  /** Chained lines checked; all of them unless broken. */
  lines: number
  /** Lines of about the last minute, not yet in the chain. */
  unsealed: number
  /** Lines before the first remaining one, removed after their retention. */
  removed?: { lines: number; until: Date }
  /** The last line's position and hash: when kept elsewhere, it proves later that the line is still there. */
  end: string
  /** The first position at which the chain is broken. */
  broken?: Broken
}

const pageSize = 10_000

/**
 * Checks the lines of each laboratory as the owner of the database. Changes nothing. Ends that are still there are removed from
 * `kept`.
 */
export async function checkChains(client: pg.Client, kept: Set<string>): Promise<Chain[]> {
  const { rows } = await client.query<{ brand_id: string }>('select distinct brand_id from brand_hosts order by 1')
  const chains: Chain[] = []
  for (const { brand_id } of rows) {
    // One snapshot of lines and end, whatever is written meanwhile.
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local timezone = 'UTC'`)
    await client.query('select tenant.set_context($1, null, null)', [brand_id])
    chains.push(await checkChain(client, brand_id, kept))
    await client.query('commit')
  }
  return chains
}

async function checkChain(client: pg.Client, brandId: string, kept: Set<string>): Promise<Chain> {
  const { rows } = await client.query<{
    company_name: string
    position: string
    hash: Buffer | null
    begins_after: string
    begins_hash: Buffer | null
    removed_until: Date | null
    youngest_old: Date
    unsealed: string
  }>(
    `select company_name, coalesce(position, 0) as position, hash, coalesce(begins_after, 0) as begins_after, begins_hash,
       removed_until, now() - interval '12 months' as youngest_old,
       (select count(*) from audit_events where brand_id = $1 and position is null) as unsealed
     from brands left join audit_heads on audit_heads.brand_id = brands.id where brands.id = $1`,
    [brandId],
  )
  const [head] = rows
  if (!head) throw new Error('A laboratory with a host has no row of its own.')
  // If the first lines were removed, the next one is chained to the last of those.
  const begin = Number(head.begins_after)
  let here: Place = { place: begin, hash: head.begins_hash ?? beginningOf(brandId) }
  const passed = (place: Place) => void kept.delete(endOf(place))
  passed(here)
  const state = (broken?: Broken): Chain => ({
    laboratory: head.company_name,
    lines: here.place - begin,
    ...(head.removed_until ? { removed: { lines: begin, until: head.removed_until } } : {}),
    unsealed: Number(head.unsealed),
    end: endOf(here),
    ...(broken ? { broken } : {}),
  })
  if (head.removed_until && head.removed_until > head.youngest_old) return state({ place: 1, because: 'early' })
  for (let isLast = false; !isLast; ) {
    const { rows: links } = await client.query<Link>(
      `select position, hash, (jsonb_strip_nulls(to_jsonb(e)) - 'hash')::text as line
       from audit_events e where brand_id = $1 and position > $2 order by position limit $3`,
      [brandId, here.place, pageSize],
    )
    const { broken, ...reached } = followLinks(here, links, passed)
    here = reached
    if (broken) return state(broken)
    isLast = links.length < pageSize
  }
  return isEnd(head, here, begin) ? state() : state({ place: here.place + 1, because: 'cut' })
}
