import { useState } from 'react'
import { copied } from '#kit/web/copied.ts'
import { CopyField } from '#kit/web/copy-field.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { accessText } from './access-text.ts'

export type LinkDialogProps = {
  name: string
  make: () => Promise<{ path: string }>
  refusals: Partial<Record<string, string>>
}

/** The invitation's link, for an administrator to hand over. Made on a press, because it invalidates the mailed one. */
export function LinkDialog({ name, make, refusals, onClose }: LinkDialogProps & { onClose: () => void }) {
  const all = useText(accessText)
  const t = all.link
  const sentence = useProblemText()
  const [address, setAddress] = useState<string>()
  const [isCopied, setCopied] = useState(false)
  const { run, isPending, error } = useAttempt(async () => {
    const made = new URL((await make()).path, location.origin).href
    setCopied(await copied(made))
    setAddress(made)
  })
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t.close}
      title={t.title(name)}
      description={t.description}
      footer={
        <>
          <Button onClick={onClose}>{t.close}</Button>
          {address === undefined && (
            <Button variant="primary" pending={isPending} onClick={() => void run()}>
              {t.make}
            </Button>
          )}
        </>
      }
    >
      {address !== undefined && <CopyField label={t.label} value={address} words={t} isCopied={isCopied} />}
      {error !== undefined && (
        <Notice tone="late" live title={all.notDone}>
          {sentence(error, refusals)}
        </Notice>
      )}
    </Dialog>
  )
}
