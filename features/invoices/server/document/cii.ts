import type { Day } from '#kit/day.ts'
import type { Adjustment, InvoiceDocument, Party, Seller, Vat } from '../../document.ts'
import { faultsOf } from '../../faults.ts'
import { rateOf, type Totals, totalsOf, type VatTotals } from '../../totals.ts'
import { documentText } from './document-text.ts'
import { type Child, element, type Xml, xmlOf } from './xml.ts'

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

/** Codes of UNTDID 1001. A pro forma has none, since it is no invoice. */
const typeCodes = { invoice: '380', credit_note: '381' } as const
type Invoicing = InvoiceDocument & { kind: keyof typeof typeCodes }

/**
 * `factur-x.xml`: a Cross Industry Invoice of the profile EN 16931 with the additions of the French standard (XP
 * Z12-012). Elements are in the order of its schema.
 */
export function ciiOf(document: Invoicing): string {
  const faults = faultsOf(document)
  if (faults.length > 0) throw new Error(`A document with faults is never issued: ${faults.join(', ')}`)
  const totals = totalsOf(document)
  const root = element(
    'rsm:CrossIndustryInvoice',
    [
      element('rsm:ExchangedDocumentContext', [
        element('ram:BusinessProcessSpecifiedDocumentContextParameter', [ram('ID', processOf(document, totals))]),
        element('ram:GuidelineSpecifiedDocumentContextParameter', [ram('ID', 'urn:cen.eu:en16931:2017')]),
      ]),
      element('rsm:ExchangedDocument', [
        ram('ID', document.number),
        ram('TypeCode', typeCodes[document.kind]),
        element('ram:IssueDateTime', [dateTime('udt', document.issuedOn)]),
        ...notes(document),
      ]),
      element('rsm:SupplyChainTradeTransaction', [
        ...document.lines.map((_, index) => line(document, totals, index)),
        agreement(document),
        delivery(document),
        settlement(document, totals),
      ]),
    ],
    namespaces,
  )
  if (!root) throw new Error('An invoice is never empty.')
  return xmlOf(root)
}

const ram = (name: string, content: string | null, attributes?: Readonly<Record<string, string>>) =>
  element(`ram:${name}`, content, attributes)
const group = (name: string, content: readonly Child[]) => element(`ram:${name}`, content)

/** "1234.50" */
function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const amount = (name: string, cents: number, attributes?: Readonly<Record<string, string>>) =>
  ram(name, decimal(cents), attributes)

const compact = (day: Day) => day.replaceAll('-', '')
const dateTime = (prefix: 'udt' | 'qdt', day: Day) =>
  element(`${prefix}:DateTimeString`, compact(day), { format: '102' })

/** BT-23: the kind of sale, and whether it is paid already. */
const processOf = (document: Invoicing, totals: Totals) =>
  `${{ goods: 'B', services: 'S', mixed: 'M' }[document.nature]}${isPaid(document, totals) ? 2 : 1}`

const isPaid = ({ kind }: Invoicing, { totalCents, dueCents }: Totals) =>
  kind === 'invoice' && totalCents > 0 && dueCents === 0

/** BG-1: the legal mentions by their codes, then the laboratory's own words. */
function notes({ mentions, note, isVatOnDebits, language, seller }: Invoicing): Child[] {
  const coded: [string | null, string | null][] = [
    ['AAB', mentions.earlyPayment],
    ['PMD', mentions.latePayment],
    ['PMT', mentions.recovery],
    ['REG', seller.legalForm],
    ['AAI', isVatOnDebits ? documentText(language).vatOnDebits : null],
    ['AAI', note],
  ]
  return coded.map(([code, words]) => words && group('IncludedNote', [ram('Content', words), ram('SubjectCode', code)]))
}

/** BG-25 */
function line({ lines, language }: Invoicing, totals: Totals, index: number): Xml | null {
  const { label, description, reference, quantity, unitPriceCents, discount, vat, case: of } = lines[index] ?? missing()
  const { grossCents, discountCents, netCents } = totals.lines[index] ?? missing()
  const t = documentText(language)
  const about = of && [t.caseCode(of.code), of.practiceReference && t.yourReference(of.practiceReference)]
  return group('IncludedSupplyChainTradeLineItem', [
    group('AssociatedDocumentLineDocument', [
      ram('LineID', String(index + 1)),
      about && group('IncludedNote', [ram('Content', about.filter(Boolean).join(' · '))]),
    ]),
    group('SpecifiedTradeProduct', [
      ram('SellerAssignedID', reference),
      ram('Name', label),
      ram('Description', description),
    ]),
    group('SpecifiedLineTradeAgreement', [
      group('NetPriceProductTradePrice', [amount('ChargeAmount', unitPriceCents)]),
    ]),
    group('SpecifiedLineTradeDelivery', [ram('BilledQuantity', String(quantity), { unitCode: 'C62' })]),
    group('SpecifiedLineTradeSettlement', [
      group('ApplicableTradeTax', vatRate(vat)),
      discountCents === 0
        ? null
        : allowanceCharge('allowance', discountCents, t.discount, {
            baseCents: grossCents,
            ...(discount && 'share' in discount ? { share: discount.share } : {}),
          }),
      group('SpecifiedTradeSettlementLineMonetarySummation', [amount('LineTotalAmount', netCents)]),
    ]),
  ])
}

const missing = (): never => {
  throw new RangeError('Each line has its totals.')
}

const vatRate = (vat: Vat) => [
  ram('TypeCode', 'VAT'),
  ram('CategoryCode', vat.category),
  ram('RateApplicablePercent', decimal(rateOf(vat))),
]

/** 95 means a discount in UNTDID 5189; charges have a list of their own, and give the reason in words. */
const allowanceCharge = (
  kind: Adjustment['kind'],
  cents: number,
  reason: string,
  { vat, baseCents, share }: { vat?: Vat; baseCents?: number; share?: number },
) =>
  group('SpecifiedTradeAllowanceCharge', [
    group('ChargeIndicator', [element('udt:Indicator', String(kind === 'charge'))]),
    share === undefined ? null : ram('CalculationPercent', decimal(share)),
    share === undefined || baseCents === undefined ? null : amount('BasisAmount', baseCents),
    amount('ActualAmount', cents),
    kind === 'allowance' ? ram('ReasonCode', '95') : null,
    ram('Reason', reason),
    vat ? group('CategoryTradeTax', vatRate(vat)) : null,
  ])

/** BG-4, BG-7 and what they refer to. */
const agreement = ({ buyerReference, seller, buyer, orderReference }: Invoicing) =>
  group('ApplicableHeaderTradeAgreement', [
    ram('BuyerReference', buyerReference),
    group('SellerTradeParty', party(seller, taxRegistration(seller), contact(seller))),
    group('BuyerTradeParty', party(buyer, buyer.vatNumber ? registration('VA', buyer.vatNumber) : null)),
    group('BuyerOrderReferencedDocument', [ram('IssuerAssignedID', orderReference)]),
  ])

const party = (
  { name, siren, siret, address, electronicAddress }: Party,
  taxed: Xml | null,
  person: Xml | null = null,
): Child[] => [
  ram('GlobalID', siret, { schemeID: '0009' }),
  ram('Name', name),
  group('SpecifiedLegalOrganization', [ram('ID', siren, { schemeID: '0002' })]),
  person,
  postalAddress(address),
  group('URIUniversalCommunication', [ram('URIID', electronicAddress.id, { schemeID: electronicAddress.scheme })]),
  taxed,
]

const contact = ({ name, phone, email }: Seller) =>
  phone || email
    ? group('DefinedTradeContact', [
        ram('DepartmentName', name),
        group('TelephoneUniversalCommunication', [ram('CompleteNumber', phone)]),
        group('EmailURIUniversalCommunication', [ram('URIID', email)]),
      ])
    : null

/** BT-31, or BT-32 for a laboratory that is wholly exempt and has no VAT number. */
const taxRegistration = ({ vatNumber, siren }: Seller) =>
  vatNumber ? registration('VA', vatNumber) : registration('FC', siren)
const registration = (scheme: 'VA' | 'FC', id: string) =>
  group('SpecifiedTaxRegistration', [ram('ID', id, { schemeID: scheme })])

const postalAddress = ({ lines: [one, two, ...others], postalCode, city, countryCode }: Party['address']) =>
  group('PostalTradeAddress', [
    ram('PostcodeCode', postalCode),
    ram('LineOne', one ?? null),
    ram('LineTwo', two ?? null),
    ram('LineThree', others.join(', ')),
    ram('CityName', city),
    ram('CountryID', countryCode),
  ])

/** BG-13. Without other information, goods count as delivered by the invoice date. */
const delivery = ({ deliveredTo, deliveredOn, period, issuedOn }: Invoicing) =>
  group('ApplicableHeaderTradeDelivery', [
    deliveredTo && group('ShipToTradeParty', [ram('Name', deliveredTo.name), postalAddress(deliveredTo.address)]),
    group('ActualDeliverySupplyChainEvent', [
      group('OccurrenceDateTime', [dateTime('udt', deliveredOn ?? period?.to ?? issuedOn)]),
    ]),
  ])

/** Payment means, VAT, terms and totals. */
const settlement = (document: Invoicing, totals: Totals) =>
  group('ApplicableHeaderTradeSettlement', [
    ram('PaymentReference', document.transfer?.reference ?? null),
    ram('InvoiceCurrencyCode', 'EUR'),
    paymentMeans(document),
    ...totals.vat.map(part => vatBreakdown(document, part)),
    document.period &&
      group('BillingSpecifiedPeriod', [
        group('StartDateTime', [dateTime('udt', document.period.from)]),
        group('EndDateTime', [dateTime('udt', document.period.to)]),
      ]),
    ...document.adjustments.map(({ kind, cents, reason, vat }) => allowanceCharge(kind, cents, reason, { vat })),
    paymentTerms(document, totals),
    group('SpecifiedTradeSettlementHeaderMonetarySummation', [
      amount('LineTotalAmount', totals.linesCents),
      amount('ChargeTotalAmount', totals.chargesCents),
      amount('AllowanceTotalAmount', totals.allowancesCents),
      amount('TaxBasisTotalAmount', totals.netCents),
      amount('TaxTotalAmount', totals.vatCents, { currencyID: 'EUR' }),
      amount('GrandTotalAmount', totals.totalCents),
      amount('TotalPrepaidAmount', totals.prepaidCents),
      amount('DuePayableAmount', totals.dueCents),
    ]),
    ...document.corrects.map(({ number, issuedOn }) =>
      group('InvoiceReferencedDocument', [
        ram('IssuerAssignedID', number),
        group('FormattedIssueDateTime', [dateTime('qdt', issuedOn)]),
      ]),
    ),
  ])

/** A SEPA transfer; credit notes ask for none. */
const paymentMeans = ({ kind, transfer }: Invoicing) =>
  kind === 'invoice' && transfer
    ? group('SpecifiedTradeSettlementPaymentMeans', [
        ram('TypeCode', '58'),
        group('PayeePartyCreditorFinancialAccount', [
          ram('IBANID', transfer.iban),
          ram('AccountName', transfer.holder),
        ]),
        group('PayeeSpecifiedCreditorFinancialInstitution', [ram('BICID', transfer.bic)]),
      ])
    : null

/** BG-23. The exemption reason stands here, not on the lines. */
const vatBreakdown = ({ exemption, isVatOnDebits }: Invoicing, { vat, basisCents, vatCents }: VatTotals) =>
  group('ApplicableTradeTax', [
    amount('CalculatedAmount', vatCents),
    ram('TypeCode', 'VAT'),
    vat.category === 'E' ? ram('ExemptionReason', exemption.reason) : null,
    amount('BasisAmount', basisCents),
    ram('CategoryCode', vat.category),
    vat.category === 'E' ? ram('ExemptionReasonCode', exemption.code) : null,
    isVatOnDebits && vat.category === 'S' ? ram('DueDateTypeCode', '5') : null,
    ram('RateApplicablePercent', decimal(rateOf(vat))),
  ])

/** A due document gives its due date, a paid one its payment date, a credit note its purpose (BR-CO-25, BR-FR-CO-09). */
function paymentTerms(document: Invoicing, totals: Totals) {
  const { kind, dueOn, issuedOn, language } = document
  if (kind === 'credit_note') {
    return group('SpecifiedTradePaymentTerms', [ram('Description', documentText(language).creditTerms)])
  }
  const until = dueOn ?? (isPaid(document, totals) ? issuedOn : null)
  return group('SpecifiedTradePaymentTerms', [until && group('DueDateDateTime', [dateTime('udt', until)])])
}
