import { typedCents } from '#kit/typed-amount.ts'
import { useText } from '#kit/web/text.tsx'
import { booksText } from './staff-text.ts'

/** Error messages for a typed amount. */
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

/** Undefined when empty, NaN (which the shape refuses) when it is no amount. */
export const sentCents = (typed: string): number | undefined =>
  typed.trim() === '' ? undefined : (typedCents(typed) ?? Number.NaN)
