import { type ReactNode, Suspense } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { ExportDialogProps } from './export-dialog.tsx'
import { ownPrivacyText } from './own-text.ts'

const loadExport = async () => (await import('./export-dialog.tsx')).ExportDialog

/** Export of one's own data, for practices and staff. */
export function ExportCard({ children }: { children?: ReactNode }) {
  return (
    <Suspense fallback={<BlockSkeleton />}>
      <Copies>{children}</Copies>
    </Suspense>
  )
}

function Copies({ children }: { children: ReactNode }) {
  const t = useText(ownPrivacyText)
  const mayExportPractice = useMay('colleagues')
  const dialog = useLateDialog<ExportDialogProps>(loadExport)
  const button = (which: 'own' | 'practice') => (
    <Button
      onPointerEnter={dialog.prepare}
      onFocus={dialog.prepare}
      onClick={() => dialog.open({ which })}
      pending={dialog.isComing}
    >
      {t.export[which].button}
    </Button>
  )
  return (
    <Card title={t.title}>
      <div className="stack">
        <p className="muted">{children ? t.descriptionWithErasure : t.description}</p>
        <div className="row">
          {button('own')}
          {mayExportPractice && button('practice')}
        </div>
        {children}
      </div>
      {dialog.dialog}
    </Card>
  )
}
