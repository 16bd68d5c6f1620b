import { OperatorError } from '#kit/server/operator-error.ts'
import { asOwner } from './owner.ts'

/** As an administrator of the laboratory does it; the audit knows it by its request, `command`. */
export const takeSecondFactorAwayAt = (ownerUrl: string, host: string, login: string): Promise<void> =>
  asOwner(ownerUrl, async client => {
    await client.query('begin')
    const { rows: hosts } = await client.query<{ brand_id: string }>(
      'select brand_id from brand_hosts where host = $1',
      [host],
    )
    const brandId = hosts[0]?.brand_id
    if (!brandId) throw new OperatorError(`No laboratory answers at ${host}: expected the host of one that is here.`)
    await client.query('select tenant.set_context($1, null, null)', [brandId])
    const { rows: users } = await client.query<{ id: string }>(
      'select id from users where brand_id = $1 and login = $2',
      [brandId, login],
    )
    const userId = users[0]?.id
    if (!userId)
      throw new OperatorError(`Nobody signs in as ${login} at ${host}: expected the login of somebody who does.`)
    const { rows } = await client.query<{ ended: string[] | null }>(
      'select tenant.take_second_factor_away($1) as ended',
      [userId],
    )
    if (!rows[0]?.ended) throw new OperatorError(`${login} has no second factor at ${host}.`)
    await client.query(
      `insert into audit_events (brand_id, kind, request_id, subject_id) values ($1, 'second_factor_removed', 'command', $2)`,
      [brandId, userId],
    )
    await client.query('commit')
  })
