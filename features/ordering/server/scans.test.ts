import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as files from '#test/files.ts'
import { problemOf, startTestApp } from '#test/harness.ts'

const { make, as } = startTestApp()

async function ordering() {
  const practice = await make.practice(await make.laboratory())
  const { reference } = await make.product(practice.laboratory)
  const call = await as(await make.user(practice))
  const crown = (more: object) => ({
    patientCode: 'P-77',
    printType: 'optical',
    products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }],
    ...more,
  })
  const order = (more: object) => call('/api/orders', { body: crown(more) })
  return { practice, call, order }
}

const onPlatform = { platform: 'Medit Link', caseNumber: '2026-118' }

describe('a scan that goes through the platform of a scanner', () => {
  it('is found by the laboratory under its number there, with the link', async () => {
    const { practice, call, order } = await ordering()
    const scan = { ...onPlatform, url: 'https://medit.example/cases/118' }
    const made = await order({ scan })
    expect(made.status).toBe(201)
    const { id } = (await made.json()).data
    expect((await (await call(`/api/orders/${id}`)).json()).data.scan).toEqual(scan)
    const staff = await as(await make.user(practice.laboratory, { role: 'production' }))
    expect((await (await staff(`/api/staff/orders/${id}`)).json()).data.scan).toEqual(scan)
  })

  it('needs both its platform and its number, and an address that opens safely', async () => {
    const { practice, order } = await ordering()
    for (const [scan, error] of [
      [
        { platform: 'Medit Link', caseNumber: ' ' },
        { path: 'scan.caseNumber', code: 'required' },
      ],
      [
        { platform: '', caseNumber: '118' },
        { path: 'scan.platform', code: 'required' },
      ],
      [
        { ...onPlatform, url: 'http://medit.example' },
        { path: 'scan.url', code: 'not_an_address' },
      ],
      [
        { ...onPlatform, url: 'javascript:alert(1)' },
        { path: 'scan.url', code: 'not_an_address' },
      ],
      [
        { ...onPlatform, caseNumber: '1'.repeat(81) },
        { path: 'scan.caseNumber', code: 'too_long' },
      ],
    ] as const) {
      const refused = await order({ scan })
      expect(refused.status, JSON.stringify(scan)).toBe(422)
      expect((await problemOf(refused)).errors).toEqual([error])
    }
    const physical = await order({ printType: 'physical', scan: onPlatform })
    expect([physical.status, (await problemOf(physical)).errors]).toEqual([422, [{ path: 'scan', code: 'not_asked' }]])
    for (const [values, constraint] of [
      [`scan_case = '118'`, 'orders__scan_is_whole'],
      [`scan_url = 'https://x.example'`, 'orders__scan_is_whole'],
      [`scan_platform = 'x', scan_case = '1', scan_url = 'http://x.example'`, 'orders__scan_url'],
      [`scan_platform = 'x', scan_case = '1', print_type = 'physical'`, 'orders__scan_is_optical'],
    ] as const) {
      await make.order(practice, {})
      await expect(
        make.within(practice.laboratory.id, client => client.query(`update orders set ${values}`)),
      ).rejects.toMatchObject({ constraint })
    }
  })
})

it('the scans of a draft become those of its case: without the name of the patient, each with its role', async () => {
  const { call, order } = await ordering()
  const saved = await call(`/api/order-drafts/${randomUUID()}`, { method: 'PUT', body: { content: {}, follows: 0 } })
  const draftId = (await saved.json()).data.id
  const names = ['Martin-mandibular.stl', 'Martin-occlusionfirst.stl', 'Martin (3).stl', 'Ordonnance Martin.pdf']
  for (const [index, name] of names.entries()) {
    const bytes = name.endsWith('pdf') ? files.pdf() : files.stl(index + 2)
    expect((await call(`/api/order-drafts/${draftId}/attachments`, { body: files.form(name, bytes) })).status).toBe(201)
  }
  const { id } = (await (await order({ patient: 'Zoé Martin', draftId })).json()).data
  const { data } = await (await call(`/api/orders/${id}/attachments`)).json()
  expect(data.map((file: { name: string; role: string }) => [file.name, file.role])).toEqual([
    ['P-77-mandibular.stl', 'lower'],
    ['P-77-occlusionfirst.stl', 'bite'],
    // The work is in the upper jaw, and no other file shows it.
    ['P-77 (3).stl', 'upper'],
    ['Ordonnance P-77.pdf', null],
  ])
})
