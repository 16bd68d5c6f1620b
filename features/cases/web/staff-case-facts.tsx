import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/web/use-user.ts'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { type Description, DescriptionList } from '#kit/web/ui/description-list.tsx'
import { Timeline } from '#kit/web/ui/timeline.tsx'
import type { StaffCase } from '../staff-contract.ts'
import { isStep } from '../timeline.ts'
import { PrintTypeWords } from './print-type-words.tsx'
import { StaffTechnician } from './staff-technician.tsx'
import { staffCaseText } from './staff-text.ts'
import { statusLook } from './status-look.ts'
import { casesText } from './text.ts'

/** The case's practice, its contact, and its technician. */
export function StaffCaseFacts({ known }: { known: StaffCase }) {
  const t = useText(staffCaseText)
  const format = useFormat()
  const mayOpen = useMay('practices')
  const {
    practice,
    practicePhone,
    prescriber,
    enteredBy,
    contact,
    wishedDate,
    createdAt,
    practiceReference,
    invoiceId,
  } = known
  const phone = contact?.phone ?? practicePhone
  const items: (Description | false | '' | null | undefined)[] = [
    { term: t.practice, detail: mayOpen ? wayTo('/staff/practices/$id', practice.id, practice.name) : practice.name },
    { term: t.prescriber, detail: prescriber ?? t.noPrescriber },
    enteredBy !== prescriber && enteredBy && { term: t.enteredBy, detail: enteredBy },
    practiceReference && { term: t.practiceReference, detail: <bdi>{practiceReference}</bdi> },
    phone && { term: t.call, detail: <PhoneLink phone={phone} /> },
    { term: t.technician, detail: <StaffTechnician known={known} /> },
    { term: t.printType, detail: <PrintTypeWords known={known} /> },
    { term: t.entered, detail: format.dayTime(createdAt) },
    wishedDate && { term: t.firstDelivery, detail: format.nearDay(wishedDate) },
    invoiceId && { term: t.invoice, detail: wayTo('/staff/invoices/$id', invoiceId, t.openInvoice) },
  ]
  return (
    <Card title={t.details}>
      <DescriptionList items={items.filter(item => !!item)} />
    </Card>
  )
}

const wayTo = (to: '/staff/practices/$id' | '/staff/invoices/$id', id: string, words: string) => (
  <Link to={to} params={{ id }} className="link">
    {words}
  </Link>
)

/** Loaded on demand: the screen requests the files anyway. */
const HandOverFiles = later(
  () => import('#features/attachments/web/hand-over-files.tsx').then(module => module.HandOverFiles),
  { when: 'drawn' },
)

/** The timeline with the people who acted, then hand-over photos. */
export function StaffCaseSteps({ known: { id, timeline, attachmentsCount, hold } }: { known: StaffCase }) {
  const t = useText(staffCaseText)
  const { status: words } = useText(casesText)
  const format = useFormat()
  const present = timeline.findLastIndex(isStep)
  const nameOf = (index: number) => {
    const by = timeline[index]?.by
    return by ? t.by(by.isOfLaboratory ? by.name : t.ofPractice(by.name)) : undefined
  }
  return (
    <Card title={t.timeline}>
      {timeline.length === 0 ? (
        <p className="muted">{t.noTimeline}</p>
      ) : (
        <Timeline
          label={t.timeline}
          entries={timeline.map(({ status, at, kind, note }, index) => ({
            key: `${index}`,
            title: kind === 'note' ? note : words[status],
            at: format.dayTime(at),
            dateTime: at,
            // The open question is shown above.
            note: [kind === 'note' || note === hold?.question ? undefined : note, nameOf(index)]
              .filter(Boolean)
              .join(' · '),
            icon: kind === 'note' ? 'message' : statusLook[status].icon,
            tone: index === present ? statusLook[status].tone : 'plain',
          }))}
        />
      )}
      {attachmentsCount > 0 && <HandOverFiles orderId={id} />}
    </Card>
  )
}
