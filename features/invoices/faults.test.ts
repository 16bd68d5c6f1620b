import { expect, it } from 'vitest'
import { documentLine, invoiceDocument, taxed } from '#test/invoice-documents.ts'
import { electronicAddressOf, type InvoiceDocument } from './document.ts'
import { faultsOf } from './faults.ts'

const usual = invoiceDocument()

it('a document that says everything has no fault', () => {
  expect(faultsOf(usual)).toEqual([])
  expect(faultsOf({ ...usual, seller: { ...usual.seller, vatNumber: null } })).toEqual([])
})

it.each<[string, Partial<InvoiceDocument>]>([
  ['number_not_allowed', { number: 'FA 2026' }],
  ['number_not_allowed', { number: 'F'.repeat(36) }],
  ['lines_missing', { lines: [] }],
  ['price_negative', { lines: [documentLine({ unitPriceCents: -1 }), documentLine()] }],
  ['amount_negative', { adjustments: [{ kind: 'charge', cents: -1, reason: 'x', vat: taxed }] }],
  ['discount_too_large', { lines: [documentLine({ discount: { cents: 12_001 } }), documentLine()] }],
  [
    'discount_too_large',
    { lines: [documentLine({ quantity: -1, discount: { cents: 1 } }), documentLine({ quantity: 2 })] },
  ],
  ['total_negative', { lines: [documentLine({ quantity: -1 })] }],
  ['rate_unknown', { lines: [documentLine({ vat: { category: 'S', rate: 1_950 } })] }],
  ['rate_unknown', { lines: [documentLine({ vat: { category: 'S', rate: 0 } })] }],
  ['seller_siren_wrong', { seller: { ...usual.seller, siren: '732829321', siret: null } }],
  [
    'seller_vat_number_missing',
    { lines: [documentLine({ vat: taxed })], seller: { ...usual.seller, vatNumber: null } },
  ],
  ['siret_of_another', { buyer: { ...usual.buyer, siret: '73282932000074' } }],
  ['vat_number_wrong', { buyer: { ...usual.buyer, vatNumber: '40 483' } }],
  ['country_wrong', { deliveredTo: { name: 'x', address: { ...usual.buyer.address, countryCode: 'ZZ' } } }],
  ['electronic_address_wrong', { buyer: { ...usual.buyer, electronicAddress: { scheme: 'EM', id: 'nobody' } } }],
  ['electronic_address_wrong', { buyer: { ...usual.buyer, electronicAddress: { scheme: '0225', id: '404 833' } } }],
  ['name_missing', { buyer: { ...usual.buyer, name: '\u0007\u202e ' } }],
  ['name_missing', { lines: [documentLine({ label: '\u00a0' })] }],
  ['mention_missing', { mentions: { ...usual.mentions, recovery: '' } }],
  ['exemption_missing', { exemption: { code: '', reason: 'x' } }],
  ['due_date_missing', { dueOn: null }],
  ['due_before_issued', { dueOn: '2026-11-29' }],
  ['day_wrong', { deliveredOn: '1999-12-31' }],
  ['period_backwards', { period: { from: '2026-11-30', to: '2026-11-01' } }],
  ['transfer_incomplete', { transfer: { iban: 'FR76 3000', bic: null, holder: 'x', reference: '' } }],
  ['corrected_invoice_missing', { kind: 'credit_note' }],
])('%s', (fault, values) => {
  expect(faultsOf({ ...usual, ...values })).toEqual([fault])
})

it('a practice is reached through the directory, or else its mailbox', () => {
  expect(electronicAddressOf({ siren: '404833048', email: 'a@b.example' })).toEqual({ scheme: '0225', id: '404833048' })
  expect(electronicAddressOf({ siren: null, email: 'a@b.example' })).toEqual({ scheme: 'EM', id: 'a@b.example' })
  expect(electronicAddressOf({ siren: null, email: null })).toBeNull()
})
