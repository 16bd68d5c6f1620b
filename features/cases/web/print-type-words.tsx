import { useText } from '#kit/web/text.tsx'
import type { Case } from '../contract.ts'
import { ScanLink } from './scan-link.tsx'
import { casesText } from './text.ts'

/** How the impression comes, with a link to a scan that is not attached to the case. */
export function PrintTypeWords({ known: { printType, scan } }: { known: Pick<Case, 'printType' | 'scan'> }) {
  const words = useText(casesText).printType[printType]
  if (!scan) return words
  return (
    <>
      {words} · <ScanLink scan={scan} />
    </>
  )
}
