import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { MaterialRow } from '../contract.ts'
import { materialsText } from './text.ts'

/** Whether the maker's certificate is still valid. */
export function CertificatePill({ material }: { material: Pick<MaterialRow, 'certificate' | 'certificateEndsOn'> }) {
  const t = useText(materialsText)
  const { day, today } = useFormat()
  const { certificate, certificateEndsOn } = material
  if (!certificate || !certificateEndsOn) return <span className="muted">{t.noCertificate}</span>
  const until = day(certificateEndsOn, 'year')
  return certificateEndsOn < today() ? (
    <TwoLines sub={certificate}>
      <Pill tone="late" icon="warning">
        {t.certificateEnded(until)}
      </Pill>
    </TwoLines>
  ) : (
    <TwoLines sub={certificate}>{t.certificateUntil(until)}</TwoLines>
  )
}
