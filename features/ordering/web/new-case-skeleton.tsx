import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import './new-case.css'
import { orderingText } from './text.ts'

/** The form while catalogue and draft are on their way: the same cards, as high as with an empty entry. */
export function NewCaseSkeleton() {
  const t = useText(orderingText)
  useTitle(t.title)
  return (
    <>
      <PageHead title={t.title} description={t.allAsked} />
      <div className="new-case" aria-busy="true">
        <div className="new-case__columns">
          <div className="stack">
            {[t.patient.title, t.work.title, t.printType.title, t.dates.title].map(title => (
              <Card key={title} title={title}>
                <Skeleton shape="block" />
              </Card>
            ))}
          </div>
          <Card title={t.summary.title} className="summary">
            <Skeleton shape="block" />
          </Card>
        </div>
      </div>
    </>
  )
}
