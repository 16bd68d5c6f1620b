import type pg from 'pg'
import { passwordMatches } from '#features/auth/server/password.ts'
import { newClient } from '#kit/server/postgres-client.ts'
import { demonstrationAccounts, demonstrationLaboratories, demonstrationPassword } from './demonstration.ts'

/** Of the bulk laboratories the first of each kind: all of them have the one password. */
const logins = [...demonstrationAccounts.map(({ login }) => login), 'manager-1', 'doctor-1']

/** Whether somebody who has read the README can sign in somewhere: an invented account still has the password from there. */
export async function opensWithDemonstrationPassword(ownerUrl: string): Promise<boolean> {
  const client = newClient(ownerUrl)
  await client.connect()
  try {
    const { rows: laboratories } = await client.query<{ id: string }>(
      `select distinct brand_id as id from brand_hosts
       where brand_id = any($1) or host ~ '^bulk-\\d+\\.localhost$'`,
      [demonstrationLaboratories],
    )
    const hashes = new Set<string>()
    for (const { id } of laboratories) for (const hash of await hashesOf(client, id)) hashes.add(hash)
    for (const hash of hashes) if (await passwordMatches(demonstrationPassword, hash)) return true
    return false
  } finally {
    await client.end()
  }
}

async function hashesOf(client: pg.Client, laboratory: string): Promise<string[]> {
  await client.query('begin read only')
  await client.query('select tenant.set_context($1, null, null)', [laboratory])
  const { rows } = await client.query<{ hash: string }>(
    `select distinct password_hash as hash from users
     where password_hash is not null and disabled_at is null and login = any($1)`,
    [logins],
  )
  await client.query('commit')
  return rows.map(({ hash }) => hash)
}
