import type { ReactNode } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import type { Catalogue, Entry } from './entry.ts'
import { orderingText } from './text.ts'
import { priceOf, workWords } from './work-words.ts'

type SummaryProps = {
  entry: Pick<Entry, 'patientCode' | 'products'>
  catalogue: Catalogue
  children: ReactNode
}

/** Beside the form on wide screens, below it on others: the work in a line, the promise, the submit button. */
export function SummaryPanel({ entry, catalogue, children }: SummaryProps) {
  const t = useText(orderingText)
  const language = useLanguage()
  const format = useFormat()
  const code = entry.patientCode.trim()
  const price = priceOf(entry.products, catalogue)
  return (
    <Card title={t.summary.title} className="summary">
      <div className="stack">
        <dl className="summary__facts">
          <dt>{t.summary.patient}</dt>
          <dd className={code ? 'strong' : 'muted'}>{code ? <bdi>{code}</bdi> : t.summary.noPatient}</dd>
          <dt>{t.summary.work}</dt>
          {entry.products.length === 0 && <dd className="muted">{t.summary.noWork}</dd>}
          {entry.products.map(product => (
            <dd key={product.key} className="strong">
              {workWords(product, catalogue, language)}
            </dd>
          ))}
          <dt>{t.promise.title}</dt>
          <dd>{children}</dd>
          {price !== undefined && (
            <>
              <dt>{t.summary.price}</dt>
              <dd className="num">{format.money(price)}</dd>
            </>
          )}
        </dl>
        <Button type="submit" variant="primary" size="lg" wide>
          {t.summary.check}
        </Button>
      </div>
    </Card>
  )
}
