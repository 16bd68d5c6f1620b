import { type Element, parseXmlDocument } from 'slimdom'

/** An element as those read it who know its schema: by the local names of what it holds. */
export type Read = { name: string; text: string; element: Element | undefined; children: readonly Read[] }

const nothing: Read = { name: '', text: '', element: undefined, children: [] }

/** The order of elements in the schema of Cross Industry Invoice (D22B), as far as our invoices go. */
const orders: Readonly<Record<string, string>> = {
  CrossIndustryInvoice: 'ExchangedDocumentContext ExchangedDocument SupplyChainTradeTransaction',
  ExchangedDocumentContext:
    'BusinessProcessSpecifiedDocumentContextParameter GuidelineSpecifiedDocumentContextParameter',
  ExchangedDocument: 'ID TypeCode IssueDateTime IncludedNote',
  IncludedNote: 'Content SubjectCode',
  SupplyChainTradeTransaction:
    'IncludedSupplyChainTradeLineItem ApplicableHeaderTradeAgreement ApplicableHeaderTradeDelivery ApplicableHeaderTradeSettlement',
  IncludedSupplyChainTradeLineItem:
    'AssociatedDocumentLineDocument SpecifiedTradeProduct SpecifiedLineTradeAgreement SpecifiedLineTradeDelivery SpecifiedLineTradeSettlement',
  AssociatedDocumentLineDocument: 'LineID IncludedNote',
  SpecifiedTradeProduct: 'SellerAssignedID Name Description',
  SpecifiedLineTradeAgreement: 'NetPriceProductTradePrice',
  SpecifiedLineTradeSettlement:
    'ApplicableTradeTax SpecifiedTradeAllowanceCharge SpecifiedTradeSettlementLineMonetarySummation',
  SpecifiedTradeAllowanceCharge:
    'ChargeIndicator CalculationPercent BasisAmount ActualAmount ReasonCode Reason CategoryTradeTax',
  CategoryTradeTax: 'TypeCode CategoryCode RateApplicablePercent',
  ApplicableTradeTax:
    'CalculatedAmount TypeCode ExemptionReason BasisAmount CategoryCode ExemptionReasonCode DueDateTypeCode RateApplicablePercent',
  ApplicableHeaderTradeAgreement: 'BuyerReference SellerTradeParty BuyerTradeParty BuyerOrderReferencedDocument',
  SellerTradeParty:
    'GlobalID Name SpecifiedLegalOrganization DefinedTradeContact PostalTradeAddress URIUniversalCommunication SpecifiedTaxRegistration',
  BuyerTradeParty:
    'GlobalID Name SpecifiedLegalOrganization PostalTradeAddress URIUniversalCommunication SpecifiedTaxRegistration',
  DefinedTradeContact: 'DepartmentName TelephoneUniversalCommunication EmailURIUniversalCommunication',
  PostalTradeAddress: 'PostcodeCode LineOne LineTwo LineThree CityName CountryID',
  ApplicableHeaderTradeDelivery: 'ShipToTradeParty ActualDeliverySupplyChainEvent',
  ShipToTradeParty: 'Name PostalTradeAddress',
  ApplicableHeaderTradeSettlement:
    'PaymentReference InvoiceCurrencyCode SpecifiedTradeSettlementPaymentMeans ApplicableTradeTax BillingSpecifiedPeriod SpecifiedTradeAllowanceCharge SpecifiedTradePaymentTerms SpecifiedTradeSettlementHeaderMonetarySummation InvoiceReferencedDocument',
  SpecifiedTradeSettlementPaymentMeans:
    'TypeCode PayeePartyCreditorFinancialAccount PayeeSpecifiedCreditorFinancialInstitution',
  PayeePartyCreditorFinancialAccount: 'IBANID AccountName',
  SpecifiedTradePaymentTerms: 'Description DueDateDateTime',
  SpecifiedTradeSettlementHeaderMonetarySummation:
    'LineTotalAmount ChargeTotalAmount AllowanceTotalAmount TaxBasisTotalAmount TaxTotalAmount GrandTotalAmount TotalPrepaidAmount DuePayableAmount',
  InvoiceReferencedDocument: 'IssuerAssignedID FormattedIssueDateTime',
}

/** Refuses what is no XML. Breaches of the schema are told as such. */
export function readXml(xml: string): { root: Read; breaches: string[] } {
  const breaches: string[] = []
  const read = (element: Element): Read => {
    const children = element.children.map(read)
    const name = element.localName
    const order = orders[name]?.split(' ')
    const places = children.map(child => order?.indexOf(child.name) ?? 0)
    if (places.includes(-1)) breaches.push(`schema: ${name} holds ${children[places.indexOf(-1)]?.name}`)
    if (places.some((place, index) => place < (places[index - 1] ?? 0))) breaches.push(`schema: order in ${name}`)
    const text = children.length === 0 ? (element.textContent ?? '') : ''
    if (children.length === 0 && text.trim() === '') breaches.push(`empty: ${name}`)
    return { name, text, element, children }
  }
  const { documentElement } = parseXmlDocument(xml)
  return { root: documentElement ? read(documentElement) : nothing, breaches }
}

/** Everything at a path of local names; after `**` at any depth. */
export function all(from: Read | undefined, path: string): Read[] {
  const [step = '', ...rest] = path.split('/')
  const within = from?.children ?? []
  if (step === '**')
    return within.flatMap(child => [...all({ ...nothing, children: [child] }, rest.join('/')), ...all(child, path)])
  const found = within.filter(child => child.name === step)
  return rest.length === 0 ? found : found.flatMap(child => all(child, rest.join('/')))
}

export const first = (from: Read | undefined, path: string): Read => all(from, path)[0] ?? nothing
export const words = (from: Read | undefined, path: string): string => first(from, path).text
export const filled = (from: Read | undefined, path: string): boolean => words(from, path).trim() !== ''
export const attribute = (of: Read, name: string): string => of.element?.getAttribute(name) ?? ''

/** "-12.5" is −1250. */
export function cents(text: string): number {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return Number.NaN
  const [, sign, euros, part = ''] = match
  const amount = Number(euros) * 100 + Number(part.padEnd(2, '0'))
  return sign && amount > 0 ? -amount : amount
}
