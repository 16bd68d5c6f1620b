import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { all, first, readXml, words } from '#test/cii-reading.ts'
import { breachesOf } from '#test/en16931.ts'
import { anyInvoice, documentLine, invoiceDocument, taxed } from '#test/invoice-documents.ts'
import { ciiOf } from './cii.ts'

type Values = Parameters<typeof invoiceDocument>[0]
const written = (values: Values = {}, kind: 'invoice' | 'credit_note' = 'invoice') =>
  ciiOf({ ...invoiceDocument(values), kind })
const read = (values: Values = {}, kind: 'invoice' | 'credit_note' = 'invoice') => readXml(written(values, kind)).root

const trade = 'SupplyChainTradeTransaction'
const settlement = `${trade}/ApplicableHeaderTradeSettlement`

const mixed: Values = {
  lines: [
    documentLine({ quantity: 3, unitPriceCents: 3_333, discount: { share: 1_250 } }),
    documentLine({ label: 'Gouttière occlusale', reference: 'ORT-001', unitPriceCents: 8_995, vat: taxed }),
    documentLine({ label: 'Refait sous garantie', unitPriceCents: 0 }),
    documentLine({ label: 'Modèle imprimé', unitPriceCents: 500, discount: { cents: 500 }, vat: taxed }),
  ],
  adjustments: [
    { kind: 'allowance', cents: 250, reason: 'Geste commercial', vat: { category: 'E' } },
    { kind: 'charge', cents: 990, reason: 'Transport', vat: taxed },
  ],
  prepaidCents: 4_000,
  period: { from: '2026-11-01', to: '2026-11-30' },
  deliveredTo: {
    name: 'Cabinet annexe',
    address: { lines: ['1 quai'], postalCode: '75013', city: 'Paris', countryCode: 'FR' },
  },
  buyerReference: 'SERVICE-7',
  orderReference: 'CMD-889',
  isVatOnDebits: true,
  note: 'Merci de votre confiance.',
}

describe('factur-x.xml', () => {
  it.each<[string, Values, 'invoice' | 'credit_note']>([
    ['of exempt lines', {}, 'invoice'],
    ['of exempt and taxed lines, discounts, charges, a line of nothing and an advance', mixed, 'invoice'],
    ['of a credit note', { ...mixed, corrects: [{ number: 'FA-2026-000100', issuedOn: '2026-10-31' }] }, 'credit_note'],
    ['paid already', { prepaidCents: 12_000, dueOn: null }, 'invoice'],
    ['of nothing at all', { lines: [documentLine({ unitPriceCents: 0 })], dueOn: null }, 'invoice'],
    [
      'of a laboratory without a VAT number, for a practice of which only a mailbox is known',
      {
        exemption: { code: 'VATEX-FR-FRANCHISE', reason: 'TVA non applicable, art. 293 B du CGI' },
        seller: { ...invoiceDocument().seller, vatNumber: null },
        buyer: { ...invoiceDocument().buyer, siren: null, electronicAddress: { scheme: 'EM', id: 'a@b.example' } },
      },
      'invoice',
    ],
    ['in English', { ...mixed, language: 'en' }, 'invoice'],
  ])('%s follows the European and the French rules', (_, values, kind) => {
    expect(breachesOf(written(values, kind))).toEqual([])
  })

  it('follows them whatever is invoiced, to whomever, in whatever words', () => {
    fc.assert(
      fc.property(anyInvoice({ maxLines: 30 }), document => {
        expect(breachesOf(ciiOf(document))).toEqual([])
      }),
      { numRuns: 60 },
    )
    const [long] = fc.sample(anyInvoice(), { numRuns: 1, seed: 16_931 })
    if (long) expect(breachesOf(ciiOf(long))).toEqual([])
  })

  it('follows them with a thousand lines of every rate, returned, discounted and given', () => {
    const lines = Array.from({ length: 1_000 }, (_, index) =>
      documentLine({
        label: `Pièce ${index} e\u0301 & <x> ]]> 🦷`,
        unitPriceCents: (index * 7_919) % 100_000,
        quantity: (index % 5) - (index % 50 === 0 ? 2 : 0),
        discount: index % 3 === 0 ? { share: (index * 37) % 10_001 } : null,
        vat: index % 2 === 0 ? { category: 'E' } : { category: 'S', rate: index % 7 === 0 ? 550 : 2_000 },
      }),
    )
    expect(breachesOf(written({ lines }))).toEqual([])
  })

  it('says each thing where the norm wants it', () => {
    const root = read(mixed)
    expect({
      profile: words(root, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID'),
      process: words(root, 'ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID'),
      number: words(root, 'ExchangedDocument/ID'),
      type: words(root, 'ExchangedDocument/TypeCode'),
      order: words(root, `${trade}/ApplicableHeaderTradeAgreement/BuyerOrderReferencedDocument/IssuerAssignedID`),
      reference: words(root, `${settlement}/PaymentReference`),
      due: words(root, `${settlement}/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString`),
    }).toEqual({
      profile: 'urn:cen.eu:en16931:2017',
      process: 'B1',
      number: 'FA-2026-000123',
      type: '380',
      order: 'CMD-889',
      reference: 'FA-2026-000123',
      due: '20261230',
    })
    const sums = first(root, `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation`)
    expect(sums.children.map(({ name, text }) => [name, text])).toEqual([
      ['LineTotalAmount', '177.44'],
      ['ChargeTotalAmount', '9.90'],
      ['AllowanceTotalAmount', '2.50'],
      ['TaxBasisTotalAmount', '184.84'],
      ['TaxTotalAmount', '19.97'],
      ['GrandTotalAmount', '204.81'],
      ['TotalPrepaidAmount', '40.00'],
      ['DuePayableAmount', '164.81'],
    ])
    const reasons = all(root, `${settlement}/ApplicableTradeTax`).map(tax =>
      ['CategoryCode', 'RateApplicablePercent', 'ExemptionReasonCode', 'ExemptionReason'].map(name => words(tax, name)),
    )
    expect(reasons).toEqual([
      ['E', '0.00', 'VATEX-FR-CGI261-4', 'Exonération de TVA, art. 261, 4, 1° du CGI'],
      ['S', '20.00', '', ''],
    ])
  })

  it('gives the seller without a VAT number its tax registration', () => {
    const registrationOf = (vatNumber: string | null) => {
      const root = read({ seller: { ...invoiceDocument().seller, vatNumber } })
      const id = first(root, `${trade}/ApplicableHeaderTradeAgreement/SellerTradeParty/SpecifiedTaxRegistration/ID`)
      return [id.element?.getAttribute('schemeID'), id.text]
    }
    expect(registrationOf('FR44732829320')).toEqual(['VA', 'FR44732829320'])
    expect(registrationOf(null)).toEqual(['FC', '732829320'])
  })

  it('names the case and never the patient, not even by code', () => {
    const xml = written()
    expect(xml).toContain('Travail T-26-1187')
    expect(xml).not.toContain('P-0412')
  })

  it('is never written of a document with faults', () => {
    expect(() => written({ number: 'FA 2026' })).toThrow('number_not_allowed')
  })

  it('is the same each time', () => {
    expect(written(mixed)).toBe(written(mixed))
  })
})

/** Breaks one rule of a valid invoice at a time: a check that finds nothing here checks nothing. */
it.each<[string, RegExp, string]>([
  ['BR-02', /<ram:ID>FA-2026-000123<\/ram:ID>/, ''],
  ['BR-03', /20261130/, '20261131'],
  ['BR-CL-01', />380</, '>325<'],
  ['BR-05', />EUR</, '>USD<'],
  ['BR-06', /<ram:Name>Laboratoire Émail<\/ram:Name>/, ''],
  ['BR-09', /<ram:CountryID>FR<\/ram:CountryID>/, ''],
  ['BR-23', / unitCode="C62"/, ''],
  ['BR-25', /<ram:Name>Gouttière occlusale<\/ram:Name>/, ''],
  ['BR-27', /<ram:ChargeAmount>33.33/, '<ram:ChargeAmount>-33.33'],
  ['BR-29', /20261130<\/udt:DateTimeString>\s*<\/ram:EndDateTime>/, '20261031</udt:DateTimeString></ram:EndDateTime>'],
  ['BR-42', /<ram:ReasonCode>95<\/ram:ReasonCode>\s*<ram:Reason>Remise<\/ram:Reason>/, ''],
  ['BR-33', /<ram:ReasonCode>95<\/ram:ReasonCode>\s*<ram:Reason>Geste commercial<\/ram:Reason>/, ''],
  ['BR-50', /<ram:IBANID>[^<]*<\/ram:IBANID>/, ''],
  ['BR-CO-09', />FR44732829320</, '>44732829320<'],
  ['BR-CO-10', /<ram:LineTotalAmount>177.44/, '<ram:LineTotalAmount>177.45'],
  ['BR-CO-11', /<ram:AllowanceTotalAmount>2.50/, '<ram:AllowanceTotalAmount>2.51'],
  ['BR-CO-12', /<ram:ChargeTotalAmount>9.90/, '<ram:ChargeTotalAmount>9.91'],
  ['BR-CO-13', /<ram:TaxBasisTotalAmount>184.84/, '<ram:TaxBasisTotalAmount>184.85'],
  ['BR-CO-14', /<ram:TaxTotalAmount currencyID="EUR">19.97/, '<ram:TaxTotalAmount currencyID="EUR">19.98'],
  ['BR-CO-15', /<ram:GrandTotalAmount>204.81/, '<ram:GrandTotalAmount>204.82'],
  ['BR-CO-16', /<ram:DuePayableAmount>164.81/, '<ram:DuePayableAmount>164.82'],
  ['BR-CO-25', /<ram:SpecifiedTradePaymentTerms>[\s\S]*<\/ram:SpecifiedTradePaymentTerms>/, ''],
  ['BR-DEC-09', /<ram:GrandTotalAmount>204.81/, '<ram:GrandTotalAmount>204.810'],
  ['BR-E-08', /<ram:BasisAmount>84.99/, '<ram:BasisAmount>84.98'],
  ['BR-E-09', /<ram:CalculatedAmount>0.00/, '<ram:CalculatedAmount>0.01'],
  ['BR-E-10', /<ram:ExemptionReasonCode>[^<]*<\/ram:ExemptionReasonCode>/, ''],
  ['BR-S-02', /<ram:SpecifiedTaxRegistration>[\s\S]*?<\/ram:SpecifiedTaxRegistration>/, ''],
  ['BR-S-08', /<ram:BasisAmount>99.85/, '<ram:BasisAmount>99.84'],
  ['BR-S-09', /<ram:CalculatedAmount>19.97/, '<ram:CalculatedAmount>19.96'],
  ['BR-FR-02', />FA-2026-000123</, '>FA.2026<'],
  ['BR-FR-04', />380</, '>384<'],
  ['BR-FR-CO-10', / schemeID="0009"/, ''],
  ['BR-FR-DEC-02', />3<\/ram:BilledQuantity>/, '>3.00001</ram:BilledQuantity>'],
  ['BR-FR-DEC-04', /<ram:RateApplicablePercent>20.00/, '<ram:RateApplicablePercent>20.000'],
  ['BR-FR-20', /<ram:SubjectCode>REG</, '<ram:SubjectCode>BAR<'],
  ['BR-FR-05', /<ram:SubjectCode>PMD</, '<ram:SubjectCode>AAI<'],
  ['BR-FR-08', />B1</, '>A1<'],
  ['BR-FR-10', /<ram:ID schemeID="0002">732829320/, '<ram:ID schemeID="0002">7328293'],
  ['BR-FR-12', /schemeID="0225">404833048/, 'schemeID="0225">'],
  ['BR-FR-16', /<ram:RateApplicablePercent>20.00/, '<ram:RateApplicablePercent>19.50'],
  ['BR-FR-CO-07', />20261230</, '>20261101<'],
  [
    'schema: order in ExchangedDocument',
    /(<ram:ID>FA-2026-000123<\/ram:ID>)\s*(<ram:TypeCode>380<\/ram:TypeCode>)/,
    '$2$1',
  ],
])('the tests notice a breach of %s', (rule, sound, broken) => {
  const xml = written(mixed)
  expect(xml).toMatch(sound)
  expect(breachesOf(xml.replace(sound, broken))).toContain(rule)
})
