import { themeCss } from '#kit/theme.ts'
import type { Brand } from '../contract.ts'

let sheet: CSSStyleSheet | undefined

/** Applies the colours and icon of a laboratory, where the page has none, or others. */
export function showLook({ whiteLabel, companyFavicon }: Pick<Brand, 'whiteLabel' | 'companyFavicon'>): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets.push(sheet)
  }
  sheet.replaceSync(themeCss(whiteLabel))
  for (const before of document.head.querySelectorAll('link[rel=icon]')) before.remove()
  if (!companyFavicon) return
  const icon = document.createElement('link')
  icon.rel = 'icon'
  icon.href = companyFavicon
  document.head.append(icon)
}
