import { readIdentifier } from '#features/signup/rules.ts'
import type { Language } from '#kit/language.ts'
import {
  type Address,
  electronicAddressOf,
  type Mentions,
  type Party,
  type Seller,
  usualMentions,
} from '../document.ts'

/** As `seller_of` and `buyer_of` write them (migration 0033_invoice_documents.sql): unknown facts are absent. */
export type PartyFacts = {
  name?: string
  address?: string
  postalCode?: string
  city?: string
  countryCode?: string
  rppsSiretSiren?: string
  vatNumber?: string
  /** Only for practices, where it differs from the address. */
  deliveryAddress?: string
  deliveryPostalCode?: string
  deliveryCity?: string
  email?: string
}
export type SellerFacts = PartyFacts & {
  phone?: string
  siren?: string
  siret?: string
  legalMention?: string
  electronicAddress?: string
  iban?: string
  bic?: string
  penaltyNote?: string
  recoveryNote?: string
  discountNote?: string
}

/** Facts of that day take precedence; missing ones are taken from today's. */
export const completed = <Facts extends object>(then: Facts, today: Facts): Facts => ({
  ...today,
  ...Object.fromEntries(Object.entries(then).filter(([, value]) => value)),
})

export function sellerOf(facts: SellerFacts): Seller {
  const { siren = '', electronicAddress } = facts
  return {
    name: facts.name ?? '',
    address: addressOf(facts),
    siren,
    siret: facts.siret || null,
    vatNumber: facts.vatNumber || null,
    electronicAddress: electronicAddress?.includes('@')
      ? { scheme: 'EM', id: electronicAddress }
      : { scheme: '0225', id: electronicAddress || siren },
    phone: facts.phone || null,
    email: null,
    legalForm: facts.legalMention || null,
  }
}

/** A practice gives one number of three kinds; an RPPS identifies a person, not a company. */
export function buyerOf(facts: PartyFacts): Party {
  const given = (facts.rppsSiretSiren ?? '').replace(/[\s.]/g, '')
  const { kind, fault } = readIdentifier(given)
  const siret = kind === 'siret' && !fault ? given : null
  const siren = siret?.slice(0, 9) ?? (kind === 'siren' && !fault ? given : null)
  return {
    name: facts.name ?? '',
    address: addressOf(facts),
    siren,
    siret,
    vatNumber: facts.vatNumber || null,
    electronicAddress: electronicAddressOf({ siren, email: facts.email ?? null }) ?? { scheme: 'EM', id: '' },
  }
}

/** The delivery address, where it differs. */
export function deliveredTo({ name = '', countryCode, deliveryAddress, deliveryPostalCode, deliveryCity }: PartyFacts) {
  const [address, postalCode, city] = [deliveryAddress, deliveryPostalCode, deliveryCity]
  if (!address || !postalCode || !city) return null
  return { name, address: addressOf({ address, postalCode, city, ...(countryCode && { countryCode }) }) }
}

const addressOf = ({ address = '', postalCode = '', city = '', countryCode = 'FR' }: PartyFacts): Address => ({
  lines: address.split('\n').filter(line => line.trim() !== ''),
  postalCode,
  city,
  countryCode,
})

/** The law requires each of them, so a blank one gets the usual wording. */
export function mentionsOf({ discountNote, penaltyNote, recoveryNote }: SellerFacts, language: Language): Mentions {
  const usual = usualMentions(language)
  return {
    earlyPayment: discountNote?.trim() || usual.earlyPayment,
    latePayment: penaltyNote?.trim() || usual.latePayment,
    recovery: recoveryNote?.trim() || usual.recovery,
  }
}

export const transferOf = ({ name = '', iban, bic }: SellerFacts, reference: string) =>
  iban ? { iban, bic: bic || null, holder: name, reference } : null
