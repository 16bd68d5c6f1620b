import type { Invoice } from '../contract.ts'

type Settled = Pick<Invoice, 'amountCents' | 'settlements'>

/** The settled part of each other piece, with the sign used in every list: negative in the practice's favour. */
export const signedSettlements = ({ amountCents, settlements }: Settled) =>
  settlements.map((settlement, place) => ({
    ...settlement,
    key: String(place),
    shownCents: amountCents > 0 ? -settlement.cents : settlement.cents,
  }))
