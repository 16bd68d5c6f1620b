import { useEffect, useRef, useState } from 'react'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { accessText } from './access-text.ts'

export type LinkDialogProps = {
  name: string
  make: () => Promise<{ path: string }>
  refusals: Partial<Record<string, string>>
}

/** The link of an invitation, for an administrator to hand over. Made by a press: it ends the one that was mailed. */
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
      {address !== undefined && <MadeLink address={address} isCopied={isCopied} />}
      {error !== undefined && (
        <Notice tone="late" live title={all.notDone}>
          {sentence(error, refusals)}
        </Notice>
      )}
    </Dialog>
  )
}

function MadeLink({ address, isCopied }: { address: string; isCopied: boolean }) {
  const t = useText(accessText).link
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'copyByHand' | undefined>(isCopied ? 'copied' : undefined)
  // Where the hand was is gone; and whoever copies by hand has it selected.
  useEffect(() => select(field.current), [])

  async function copy() {
    if (await copied(address)) return setOutcome('copied')
    select(field.current)
    setOutcome('copyByHand')
  }
  return (
    <div className="stack stack--sm">
      <TextInput ref={field} label={t.label} value={address} readOnly />
      <div className="row">
        <Button variant={isCopied ? 'secondary' : 'primary'} onClick={() => void copy()}>
          {t.copy}
        </Button>
      </div>
      <p role="status" className="small">
        {outcome && t[outcome]}
      </p>
    </div>
  )
}

/** Without TLS there is no clipboard, and a browser may forbid it, also because the press was too long ago. */
const copied = async (address: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(address)
    return true
  } catch {
    return false
  }
}

function select(field: HTMLInputElement | null) {
  field?.focus()
  field?.select()
}
