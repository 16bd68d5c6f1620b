import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { QrCode } from '#kit/web/ui/qr-code.tsx'
import type { Transfer } from '../contract.ts'
import { grouped } from './grouped.ts'
import './payments.css'
import { paymentText } from './text.ts'

/** The fields of a bank transfer, each ready to copy, and a QR code for banking apps. */
export function TransferDetails({ transfer }: { transfer: Transfer }) {
  const t = useText(paymentText).transfer
  const format = useFormat()
  const [said, setSaid] = useState('')
  const { name, iban, bic, amountCents, reference, qr } = transfer
  const lines = [
    { term: t.name, shown: name, copied: name },
    { term: t.iban, shown: grouped(iban), copied: iban },
    ...(bic ? [{ term: t.bic, shown: bic, copied: bic }] : []),
    { term: t.amount, shown: format.money(amountCents), copied: (amountCents / 100).toFixed(2) },
    { term: t.reference, shown: grouped(reference), copied: reference, hint: t.reference_hint },
  ]

  async function copy(term: string, text: string) {
    try {
      await navigator.clipboard.writeText(text)
      setSaid(t.copied(term))
    } catch {
      // Without TLS there is no clipboard, and the browser may forbid it.
      setSaid(t.copyByHand)
    }
  }

  return (
    <Card title={t.title}>
      <div className="stack">
        <p>{t.description}</p>
        <div className="payment__transfer">
          <dl className="descriptions">
            {lines.map(({ term, shown, copied, hint }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd className="payment__line">
                  <span>
                    {shown}
                    {hint && <span className="small muted payment__hint">{hint}</span>}
                  </span>
                  <Button size="sm" aria-label={t.copy(term)} onClick={() => void copy(term, copied)}>
                    {t.copyWord}
                  </Button>
                </dd>
              </div>
            ))}
          </dl>
          <QrCode text={qr} label={t.qr} />
        </div>
        <p role="status" className="small">
          {said}
        </p>
        <p className="small muted">{t.wait}</p>
      </div>
    </Card>
  )
}
