import { Icon } from '#kit/web/ui/icon.tsx'
import type { Case } from '../contract.ts'

/** Link to a scan sent through its scanner's platform. */
export function ScanLink({ scan: { platform, caseNumber, url } }: { scan: NonNullable<Case['scan']> }) {
  const words = (
    <bdi>
      {platform} · {caseNumber}
    </bdi>
  )
  if (!url) return words
  return (
    <a className="link" href={url} target="_blank" rel="noopener noreferrer">
      {words} <Icon name="external" size="sm" />
    </a>
  )
}
