import { useRef, useState } from 'react'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { saveFile } from '#kit/web/save-file.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import './second-factor.css'
import { secondFactorText } from './second-factor-text.ts'

/** Shows the codes for the only time. Escape does not close it, since users without their codes may be locked out later. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { codes: t } = useText(secondFactorText)
  const { companyName } = useBrand()
  const list = useRef<HTMLUListElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'copyByHand'>()
  const sheet = [t.of(companyName), ...codes].join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(sheet)
      setOutcome('copied')
    } catch {
      // Without TLS there is no clipboard, and a browser may refuse: select them for copying by hand.
      if (list.current) getSelection()?.selectAllChildren(list.current)
      setOutcome('copyByHand')
    }
  }
  return (
    <Dialog
      open
      isReadFirst
      onBeforeClose={async () => false}
      onClose={onClose}
      title={t.title}
      description={t.description}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <div className="stack">
        <div className="stack stack--sm recovery-sheet">
          <p className="strong">{t.of(companyName)}</p>
          <ul className="recovery-codes" ref={list}>
            {codes.map(code => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
        <div className="row">
          <Button onClick={() => void copy()}>{t.copy}</Button>
          <Button icon="print" onClick={() => print()}>
            {t.print}
          </Button>
          <Button icon="download" onClick={() => saveFile(new Blob([`${sheet}\n`], { type: 'text/plain' }), t.file)}>
            {t.download}
          </Button>
        </div>
        <p role="status" className="small">
          {outcome && t[outcome]}
        </p>
      </div>
    </Dialog>
  )
}
