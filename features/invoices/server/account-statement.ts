import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { StatementDocument } from '../document.ts'
import type { AccountFacts } from './account-statement-sql.ts'
import { buyerOf, sellerOf, transferOf } from './parties.ts'

export function statementOf(
  facts: AccountFacts,
  { from, to, today, issuedAt, language }: { from: Day; to: Day; today: Day; issuedAt: Date; language: Language },
): StatementDocument {
  const { seller, buyer, color, logo, openingCents, entries, overdueCents, pendingCents } = facts
  return {
    from,
    to,
    issuedAt,
    language,
    look: { color, logo: logo && new Uint8Array(logo) },
    seller: sellerOf(seller),
    buyer: buyerOf(buyer),
    openingCents,
    entries,
    // A past period asks for no payment: money may have come since, and what was overdue then is not recorded.
    now: to < today ? null : { overdueCents, pendingCents },
    // No single reference covers a whole account, so the practice's name identifies the payment.
    transfer: transferOf(seller, buyer.name ?? ''),
  }
}

const names: Record<Language, string> = { fr: 'releve', en: 'statement' }

/** "releve-2026-01-01-2026-11-30.pdf" */
export const statementName = (language: Language, { from, to }: { from: Day; to: Day }) =>
  `${names[language]}-${from}-${to}.pdf`
