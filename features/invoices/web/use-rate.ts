import { useLanguage, useText } from '#kit/web/text.tsx'
import { piecesText } from './staff-text.ts'

/** "exempt" or "VAT 20%"; the rate is in hundredths of a percent. */
export function useRate() {
  const t = useText(piecesText).piece
  const language = useLanguage()
  return ({ vat, vatRate }: { vat: 'exempt' | 'standard'; vatRate: number }) =>
    vat === 'exempt'
      ? t.exempt
      : t.rate((vatRate / 10_000).toLocaleString(language, { style: 'percent', maximumFractionDigits: 2 }))
}
