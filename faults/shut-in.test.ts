import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { serialize } from 'node:v8'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { documentLine, invoiceDocument, receiptDocument, statementDocument } from '#test/invoice-documents.ts'
import type { ToDraw } from './shut-in.ts'

/** What a program that follows places would open. */
const places = [
  'file:///etc/passwd',
  '/etc/passwd',
  '../../../../etc/passwd',
  '<img src="http://127.0.0.1:9/a.png">',
  '(/etc/passwd) /F /Launch',
]
const svg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">
   <image xlink:href="file:///etc/passwd" width="9" height="9"/><image href="http://127.0.0.1:9/a.png" width="9" height="9"/></svg>`,
)

const isTyped = /name|label|description|note|lines|legalForm/i

/** Every word that somebody may have typed is this place. */
function typed<T>(value: T, place: string, field?: string): T
function typed(value: unknown, place: string, field = ''): unknown {
  if (typeof value === 'string') return isTyped.test(field) ? place : value
  if (Array.isArray(value)) return value.map(one => typed(one, place, field))
  if (value === null || typeof value !== 'object' || value instanceof Date || value instanceof Uint8Array) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, typed(one, place, name)]))
}

function toDraw(place: string, logo: Uint8Array): ToDraw {
  const look = { color: '#0f766e', logo }
  const at = new Date('2026-11-30T17:04:11Z')
  const address = [place, place]
  const material = { name: place, maker: place, lot: place, standard: place, certificate: place }
  const product = {
    caseSequence: 1,
    reference: place,
    label: { fr: place, en: place },
    quantity: 1,
    shade: place,
    complementaryShade: null,
    teeth: [11],
    pontics: [],
    sector: null,
    implant: { brand: place, platform: place },
    note: place,
    materials: [material],
    traceability: null,
  }
  return {
    papers: [
      { type: 'invoice', document: { ...typed(invoiceDocument({ lines: [documentLine()] }), place), look } },
      { type: 'receipt', document: { ...typed(receiptDocument(), place), look } },
      { type: 'statement', document: { ...typed(statementDocument(), place), look } },
    ],
    labels: [
      {
        rows: [{ code: place, deliveryDate: '2026-11-30', practiceReference: place, practice: { name: place } }],
        company: place,
        size: 'a6',
        language: 'fr',
      },
    ],
    sheets: [
      {
        sheet: {
          content: {
            laboratory: { name: place, phone: place, address },
            practice: { name: place, address },
            prescriber: place,
            code: place,
            patientCode: place,
            printType: 'optical',
            registeredOn: '2026-11-20',
            products: [product],
            unmetRequirements: place,
            substances: place,
            sites: [{ name: place, address, work: place }],
            release: { points: [], note: place, by: place, on: '2026-11-30' },
          },
          language: 'fr',
          practiceReference: place,
          color: '#0f766e',
          at,
          status: 'in_production',
          signature: null,
          seen: { on: '2026-11-30', time: '18:04' },
        },
      },
      {
        summary: {
          language: 'fr',
          timeZone: 'Europe/Paris',
          maker: { name: place, address: place, color: '#0f766e' },
          of: { code: place },
          madeBy: place,
          madeAt: at.toISOString(),
          cases: 1,
          leftUnsigned: 0,
          causes: [],
          subcontractors: [{ name: place, address: place, work: place, cases: 1 }],
          complaints: [],
        },
      },
    ],
  }
}

it('documents are drawn where no file but the program’s can be read and nobody be called, whatever stands in them', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()
  const all = places.map((place, index) => toDraw(place, index % 2 ? png : svg))
  const { stdout, stderr } = spawnSync(
    process.execPath,
    // The decoder of logos is no JavaScript.
    [
      '--permission',
      '--allow-addons',
      `--allow-fs-read=${root}`,
      fileURLToPath(new URL('shut-in.ts', import.meta.url)),
    ],
    {
      input: serialize({
        papers: all.flatMap(({ papers }) => papers),
        labels: all.flatMap(({ labels }) => labels),
        sheets: all.flatMap(({ sheets }) => sheets),
      } satisfies ToDraw),
      env: {},
      encoding: 'utf8',
    },
  )
  expect(stdout, stderr).not.toBe('')
  expect(JSON.parse(stdout)).toEqual({
    begin: Array.from({ length: 6 * places.length }, () => '%PDF-'),
    asked: [],
    would: [
      { permission: 'FileSystemRead', resource: '/etc/passwd' },
      { permission: 'Net', resource: '127.0.0.1' },
    ],
  })
})
