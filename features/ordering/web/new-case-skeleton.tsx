import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import './new-case.css'
import { DraftLine } from './draft-line.tsx'
import { orderingText } from './text.ts'

/** The form while catalogue and draft load: the same fields in the same places. */
export function NewCaseSkeleton() {
  const t = useText(orderingText)
  useTitle(t.title)
  return (
    <>
      <PageHead
        title={t.title}
        description={<DraftLine state={{ keeping: 'none', kept: undefined }} />}
        actions={<span className="button">{t.start.button}</span>}
      />
      <div className="new-case" aria-busy="true">
        <div className="new-case__columns">
          <div className="stack">
            <Card title={t.patient.title}>
              <div className="new-case__pair">
                <Waiting label={t.patient.code} />
                <Waiting label={t.patient.name} />
              </div>
            </Card>
            <Card title={t.work.title}>
              <div className="stack stack--sm">
                <Waiting label={t.work.search} />
                <span className="button button--sm" />
              </div>
            </Card>
            <Card title={t.printType.title}>
              <Waiting label={t.printType.legend} />
            </Card>
            <Card title={t.dates.title}>
              <div className="new-case__dates">
                <Waiting label={t.dates.appointment} />
                <Waiting label={t.dates.appointmentTime} />
                <Waiting label={t.dates.wished} />
              </div>
            </Card>
          </div>
          <Card title={t.summary.title} className="summary">
            <Skeleton shape="block" />
          </Card>
        </div>
      </div>
    </>
  )
}

function Waiting({ label }: { label: string }) {
  return (
    <div className="field">
      <p className="field__label">{label}</p>
      <p className="field__hint">
        <Skeleton width="medium" />
      </p>
      <span className="input" />
    </div>
  )
}
