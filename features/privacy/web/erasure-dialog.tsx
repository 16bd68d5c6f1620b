import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { privacyCalls } from '../contract.ts'
import { ownPrivacyText } from './own-text.ts'

/** Shows what would be deleted and what would stay, before the request is made. */
export function ErasureDialog({ onClose }: { onClose: () => void }) {
  const { erasure: t } = useText(ownPrivacyText)
  const changed = useChanged()
  return (
    <ActDialog
      title={t.confirmTitle}
      description={t.confirmHint}
      confirmLabel={t.confirm}
      cancelLabel={t.keep}
      act={() => call(privacyCalls.askErasure).finally(() => void changed('account'))}
      done={t.asked}
      failed={t.notSent}
      onClose={onClose}
    >
      <div className="stack stack--sm">
        <p>{t.what}</p>
        <p>{t.stays}</p>
      </div>
    </ActDialog>
  )
}
