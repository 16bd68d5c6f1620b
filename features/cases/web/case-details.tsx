import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import { Timeline } from '#kit/web/ui/timeline.tsx'
import type { Case } from '../contract.ts'
import { isStep, stepsToCome } from '../timeline.ts'
import { CaseContacts } from './case-contacts.tsx'
import { caseText } from './case-text.ts'
import { Nothing } from './nothing.tsx'
import { PrintTypeWords } from './print-type-words.tsx'
import { ProductTable } from './product-table.tsx'
import { statusLook } from './status-look.ts'
import { casesText } from './text.ts'

/** Loaded on demand: few cases have problems. */
const CaseProblems = later(
  () => Promise.all([import('./case-problems.tsx'), loadText(caseText)]).then(([{ CaseProblems }]) => CaseProblems),
  { when: 'drawn', meanwhile: BlockSkeleton },
)

/** The order, its timeline and its contacts. */
export function CaseDetails({ known }: { known: Case | undefined }) {
  const { one } = useText(casesText)
  return (
    <>
      <div className="stack">
        <ProductTable products={known?.products} />
        {known?.comment && (
          <Card title={one.comment}>
            <p className="case__comment">{known.comment}</p>
          </Card>
        )}
        {known && known.problems.length > 0 && <CaseProblems known={known} />}
        <Card title={one.details}>{known ? <Facts known={known} /> : <Skeleton shape="block" />}</Card>
      </div>
      <div className="stack case__aside">
        <Card title={one.timeline}>{known ? <Steps known={known} /> : <Skeleton shape="block" />}</Card>
        <CaseContacts known={known} />
      </div>
    </>
  )
}

function Facts({ known }: { known: Case }) {
  const t = useText(casesText)
  const format = useFormat()
  const { wishedDate, createdAt, totalCents, practiceReference } = known
  const items = [
    { term: t.one.printType, detail: <PrintTypeWords known={known} /> },
    { term: t.one.createdAt, detail: format.nearDay(format.dayOf(createdAt)) },
    { term: t.one.wishedDate, detail: wishedDate ? format.nearDay(wishedDate) : <Nothing /> },
    ...(practiceReference === null ? [] : [{ term: t.one.practiceReference, detail: <bdi>{practiceReference}</bdi> }]),
    ...(totalCents === null ? [] : [{ term: t.one.total, detail: format.money(totalCents) }]),
  ]
  return (
    <div className="case__facts">
      <DescriptionList items={items} />
    </div>
  )
}

const HandOverFiles = later(
  () => import('#features/attachments/web/hand-over-files.tsx').then(module => module.HandOverFiles),
  { when: 'drawn' },
)
/** The statuses that have hand-over photos. */
const atTheDoor: readonly string[] = ['shipped', 'delivered', 'invoiced']

/** Only the current status has a colour; steps to come are drawn as outlines. */
function Steps({ known }: { known: Case }) {
  const t = useText(casesText)
  const format = useFormat()
  const { appointmentDate, timeline } = known
  const present = timeline.findLastIndex(isStep)
  const toCome = stepsToCome(known, appointmentDate && format.dayOf(appointmentDate), format.today())
  if (timeline.length === 0 && toCome.length === 0) return <p className="muted">{t.one.noTimeline}</p>
  return (
    <>
      <Timeline
        label={t.one.timeline}
        entries={[
          ...timeline.map(({ status, at, kind, note }, index) => ({
            ...(kind === 'note'
              ? { title: note, icon: 'message' as const }
              : // The open question is shown above.
                {
                  ...statusLook[status],
                  title: t.status[status],
                  note: note === known.hold?.question ? undefined : note,
                }),
            key: `${index}`,
            at: format.dayTime(at),
            dateTime: at,
            tone: index === present ? statusLook[status].tone : ('plain' as const),
          })),
          ...toCome.map(({ status, on }) => ({
            key: status,
            title: status === 'appointment' ? t.one.appointment : t.status[status],
            // The appointment is a fixed day, not an expected one.
            at: on && (status === 'appointment' ? format.nearDay(on) : t.one.expected(format.nearDay(on))),
            dateTime: on ?? undefined,
            icon: status === 'appointment' ? ('calendar' as const) : statusLook[status].icon,
            isToCome: true,
          })),
        ]}
      />
      {known.attachmentsCount > 0 && atTheDoor.includes(known.status) && <HandOverFiles orderId={known.id} />}
    </>
  )
}
