import { newClient } from '#kit/server/postgres-client.ts'

export type LaboratoryHost = { name: string; host: string }

/** Where the laboratories of this database answer. */
export async function listLaboratoryHosts(ownerUrl: string): Promise<LaboratoryHost[]> {
  const client = newClient(ownerUrl)
  await client.connect()
  try {
    const { rows } = await client.query<LaboratoryHost>(
      `select b.company_name as name, h.host from brand_hosts h join brands b on b.id = h.brand_id
       order by b.company_name, h.host`,
    )
    return rows
  } finally {
    await client.end()
  }
}
