import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Attachment } from '#features/attachments/contract.ts'
import * as files from './files.ts'
import type { startTestApp } from './harness.ts'

/** A practice that attaches files to its cases, in a laboratory of its own, and what then is there. */
export async function startAttaching({ folder, make, as }: ReturnType<typeof startTestApp>) {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const user = await make.user(practice)
  const call = await as(user)
  type Call = typeof call
  return {
    laboratory,
    practice,
    user,
    call,
    newOrder: async (values = {}) => (await make.order(practice, values)).id,
    /** A problem that the practice has reported with one of its cases. */
    report: async (orderId: string) => {
      const id = randomUUID()
      await make.insert(laboratory.id, 'order_problems', {
        brand_id: laboratory.id,
        practice_id: practice.id,
        order_id: orderId,
        id,
        kind: 'fit',
        description: 'Trop large',
        reported_by: user.id,
      })
      return id
    },
    send: (orderId: string, name: string, bytes: Uint8Array, fields = {}, by: Call = call, headers = {}) =>
      by(`/api/orders/${orderId}/attachments`, { method: 'POST', body: files.form(name, bytes, fields), headers }),
    listOf: async (orderId: string, by: Call = call) =>
      (await (await by(`/api/orders/${orderId}/attachments`)).json()) as {
        data: Attachment[]
        limits: { bytes: number; files: number }
      },
    rowsOf: (brandId = laboratory.id) =>
      make.within(brandId, async client => {
        const { rows } = await client.query<{ id: string; state: string }>('select id, state from attachments')
        return rows
      }),
    filesOf: (brandId = laboratory.id) => readdir(join(folder, 'files', brandId)).catch(() => []),
  }
}

export async function attached(response: Response): Promise<Attachment> {
  expect(response.status, await response.clone().text()).toBe(201)
  return ((await response.json()) as { data: Attachment }).data
}
