import { useLanguage } from '#kit/web/text.tsx'
import { shareOf } from '../rules.ts'

/** Formats "92,5 %" and "1 204" in the reader's language; "–" for null. */
export function useShares() {
  const language = useLanguage()
  return {
    number: (count: number) => count.toLocaleString(language),
    decimal: (value: number) => value.toLocaleString(language, { maximumFractionDigits: 1 }),
    percent: (count: number, of: number) =>
      shareOf(count, of)?.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 }) ?? '–',
  }
}
