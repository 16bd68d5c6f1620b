import { createHash } from 'node:crypto'
import type pg from 'pg'

/** What the check of one laboratory's chain has found. */
export type Chain = {
  laboratory: string
  /** Lines in the chain that were looked at; all of them where nothing is broken. */
  lines: number
  /** Written in the last minute or so, not in the chain yet. */
  unsealed: number
  /** Before the first that is left: those whose time was over. */
  removed?: { lines: number; until: Date }
  /** The place of the last line and its hash: whoever keeps it can ask later whether it is still there. */
  end: string
  /** The first place where the chain does not hold. */
  broken?: { place: number; because: 'changed' | 'missing' | 'cut' | 'early' }
}

const pageSize = 10_000

const endOf = (place: number, hash: Buffer) => `${place}-${hash.toString('hex').slice(0, 32)}`

/**
 * Goes through the lines of each laboratory as the owner of the database, and computes every hash anew: here, and not by the
 * database's own function, which whoever may change lines may have changed too. Changes nothing. `kept` loses each end that
 * is found to be there still.
 */
export async function checkChains(client: pg.Client, kept: Set<string>): Promise<Chain[]> {
  const { rows } = await client.query<{ brand_id: string }>('select distinct brand_id from brand_hosts order by 1')
  const chains: Chain[] = []
  for (const { brand_id } of rows) {
    // One picture of lines and end, whatever is written meanwhile.
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
  // Where the first lines have gone, the next is chained to the last of them.
  let hash = head.begins_hash ?? createHash('sha256').update(brandId).digest()
  let place = Number(head.begins_after)
  const begin = place
  kept.delete(endOf(place, hash))
  const state = (broken?: Chain['broken']): Chain => ({
    laboratory: head.company_name,
    lines: place - begin,
    ...(head.removed_until ? { removed: { lines: begin, until: head.removed_until } } : {}),
    unsealed: Number(head.unsealed),
    end: endOf(place, hash),
    ...(broken ? { broken } : {}),
  })
  if (head.removed_until && head.removed_until > head.youngest_old) return state({ place: 1, because: 'early' })
  for (let isLast = false; !isLast; ) {
    const { rows: lines } = await client.query<{ position: string; hash: Buffer; line: string }>(
      `select position, hash, (jsonb_strip_nulls(to_jsonb(e)) - 'hash')::text as line
       from audit_events e where brand_id = $1 and position > $2 order by position limit $3`,
      [brandId, place, pageSize],
    )
    for (const line of lines) {
      if (Number(line.position) !== place + 1) return state({ place: place + 1, because: 'missing' })
      const next = createHash('sha256').update(hash).update(line.line).digest()
      if (!next.equals(line.hash)) return state({ place: place + 1, because: 'changed' })
      hash = next
      place += 1
      kept.delete(endOf(place, hash))
    }
    isLast = lines.length < pageSize
  }
  const isWhole = head.hash ? Number(head.position) === place && head.hash.equals(hash) : place === begin
  return isWhole ? state() : state({ place: place + 1, because: 'cut' })
}
