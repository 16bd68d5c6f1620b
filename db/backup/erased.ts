import * as v from 'valibot'
import { asOwner } from '#db/owner.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { enterLaboratory, listLaboratories } from './tables.ts'

const Line = v.pipe(v.string(), v.regex(/^(person|patient) [0-9a-f-]{36} [0-9a-f-]{36}$/))

/**
 * What was erased in all laboratories, a line each: whose account, off which case a patient's name. A backup from before
 * brings it back; kept beside the backups, this list takes it away again.
 */
export const listErased = (ownerUrl: string): Promise<string[]> =>
  asOwner(ownerUrl, async client => {
    await client.query('begin read only')
    const lines: string[] = []
    for (const laboratory of await listLaboratories(client)) {
      await enterLaboratory(client, laboratory)
      const { rows } = await client.query<{ line: string }>(
        `select concat_ws(' ', 'person', brand_id, id) as line from users where brand_id = $1 and erased_at is not null
         union select concat_ws(' ', 'patient', brand_id, order_id) from audit_events
           where brand_id = $1 and kind = 'patient_name_erased'
         order by 1`,
        [laboratory],
      )
      lines.push(...rows.map(({ line }) => line))
    }
    await client.query('commit')
    return lines
  })

/** Once more, whole or not at all. How much of it was there. */
export const eraseAgain = (ownerUrl: string, lines: readonly string[]): Promise<number> =>
  asOwner(ownerUrl, async client => {
    const wrong = lines.findIndex(line => !v.is(Line, line))
    if (wrong >= 0) throw new OperatorError(`Line ${wrong + 1} is none that npm run erasures has printed.`)
    let erased = 0
    await client.query('begin')
    for (const line of lines) {
      const [kind, laboratory = '', id] = line.split(' ')
      await enterLaboratory(client, laboratory)
      const { rowCount } = await client.query(
        kind === 'person'
          ? `select tenant.erase_account(id) from users where brand_id = $1 and id = $2 and erased_at is null`
          : `select from orders where brand_id = $1 and id = $2 and tenant.erase_patient_name(brand_id, id)`,
        [laboratory, id],
      )
      erased += rowCount ?? 0
    }
    await client.query('commit')
    return erased
  })
