import type { Invoice } from '../contract.ts'

type Settled = Pick<Invoice, 'amountCents' | 'settlements'>

/** So much of each other piece, with the sign it has in every list: what lies in the practice's favour is below nought. */
export const signedSettlements = ({ amountCents, settlements }: Settled) =>
  settlements.map((settlement, place) => ({
    ...settlement,
    key: String(place),
    shownCents: amountCents > 0 ? -settlement.cents : settlement.cents,
  }))
