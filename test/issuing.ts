import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect } from 'vitest'
import { seat } from './billing.ts'
import { startTestApp } from './harness.ts'
import type { TestLaboratory } from './make.ts'
import { today } from './today.ts'

type TestApp = ReturnType<typeof startTestApp>
type Caller = Awaited<ReturnType<TestApp['as']>>

export const year = today.slice(0, 4)

export const logoOf = async (laboratory: TestLaboratory, background: string) => {
  const content = await sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
  const name = `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.png`
  return { brand_id: laboratory.id, purpose: 'logo', name, content: `\\x${content.toString('hex')}` }
}

export const documentOf = async (call: Caller, id: string, path = '/api/invoices', what = 'document') => {
  const response = await call(`${path}/${id}/${what}`)
  expect(response.status, await response.clone().text()).toBe(200)
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A laboratory that makes documents of what it issues, in a running product. */
export function startIssuing() {
  const testApp = startTestApp()
  const { make, as } = testApp

  /** Known well enough to issue documents, with somebody who does the books and somebody who pays. */
  async function laboratoryThatIssues(settings: Record<string, unknown> | null = {}) {
    const laboratory = await make.laboratory({ ...seat, company_name: 'Laboratoire Émail', primary_color: '#0f766e' })
    await make.insert(laboratory.id, 'brand_images', await logoOf(laboratory, '#0f766e'))
    if (settings) await addSettings(laboratory, settings)
    const practice = await make.practice(laboratory, { name: 'Cabinet des Lilas', rpps_siret_siren: '404 833 048' })
    return {
      laboratory,
      practice,
      accounting: await as(await make.user(laboratory, { role: 'accounting' })),
      manager: await as(await make.user(practice, { account_type: 'manager' })),
    }
  }
  const addSettings = (laboratory: TestLaboratory, settings: Record<string, unknown> = {}) =>
    make.insert(laboratory.id, 'billing_settings', {
      brand_id: laboratory.id,
      legal_name: 'Laboratoire Émail SARL',
      siren: '732829320',
      vat_number: 'FR44732829320',
      iban: 'FR7630006000011234567890189',
      ...settings,
    })

  const kept = (laboratory: TestLaboratory, id: string) =>
    make.within(laboratory.id, async client => {
      const { rows } = await client.query<{ size: number; sha256: string }>(
        'select size, sha256 from invoice_documents where invoice_id = $1 and made_at is not null',
        [id],
      )
      return rows[0]
    })

  return { ...testApp, laboratoryThatIssues, addSettings, kept }
}
