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
  const { run, isPending, error } = useAttempt(async () =>
    setAddress(new URL((await make()).path, location.origin).href),
  )
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
      {address !== undefined && <MadeLink address={address} />}
      {error !== undefined && (
        <Notice tone="late" live title={all.notDone}>
          {sentence(error, refusals)}
        </Notice>
      )}
    </Dialog>
  )
}

function MadeLink({ address }: { address: string }) {
  const t = useText(accessText).link
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'copyByHand'>()
  // Where the hand was is gone; and whoever copies by hand has it selected.
  useEffect(() => select(field.current), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setOutcome('copied')
    } catch {
      // Without TLS there is no clipboard, and a browser may forbid it.
      select(field.current)
      setOutcome('copyByHand')
    }
  }
  return (
    <div className="stack stack--sm">
      <TextInput ref={field} label={t.label} value={address} readOnly />
      <div className="row">
        <Button variant="primary" onClick={() => void copy()}>
          {t.copy}
        </Button>
      </div>
      <p role="status" className="small">
        {outcome && t[outcome]}
      </p>
    </div>
  )
}

function select(field: HTMLInputElement | null) {
  field?.focus()
  field?.select()
}
