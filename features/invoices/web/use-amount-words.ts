import { typedCents } from '#kit/typed-amount.ts'
import { useText } from '#kit/web/text.tsx'
import { booksText } from './staff-text.ts'

/** What is wrong with an amount that somebody has typed. */
export function useAmountWords() {
  const t = useText(booksText)
  return {
    required: t.required,
    amount_expected: t.amountWrong,
    too_small: t.amountSmall,
    too_large: t.amountLarge,
    out_of_range: t.amountWrong,
  }
}

/** Nothing where nothing was typed; what is no amount is none for the shape either. */
export const sentCents = (typed: string): number | undefined =>
  typed.trim() === '' ? undefined : (typedCents(typed) ?? Number.NaN)
