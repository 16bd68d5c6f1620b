import type { ReactNode } from 'react'
import { CopyField } from '#kit/web/copy-field.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'

type SecretDialogProps = {
  name: string
  secret: string
  words: {
    title: (name: string) => string
    description: string
    label: string
    copy: string
    copied: string
    copyByHand: string
  }
  /** How to use it. */
  children: ReactNode
  onClose: () => void
}

/** The secret is shown only once. Closing asks nothing: a lost one can be replaced. */
export function SecretDialog({ name, secret, words, children, onClose }: SecretDialogProps) {
  const { common } = useText(kitText)
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={common.close}
      title={words.title(name)}
      description={words.description}
      footer={<Button onClick={onClose}>{common.close}</Button>}
    >
      <div className="stack">
        <CopyField label={words.label} value={secret} words={words} />
        {children}
      </div>
    </Dialog>
  )
}
