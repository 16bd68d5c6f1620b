import { useQuery } from '@tanstack/react-query'
import { hasRole } from '#features/attachments/rules.ts'
import { filesOf } from '#features/attachments/web/queries.ts'
import { ScansThere } from '#features/attachments/web/scans-there.tsx'
import { StrangeNames } from '#features/attachments/web/strange-names.tsx'
import { useNotAttached } from '#features/attachments/web/use-not-attached.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { orderedJaws } from '../rules.ts'
import { isSame, otherNameOf } from './other-name.ts'
import { PickupAssumed, type PickupProps, PickupToSchedule, useEarlierPickup, usePickup } from './pickup-words.tsx'
import { patientsQuery } from './queries.ts'
import { reviewText } from './review-text.ts'

export type HoleActs = {
  /** Back to the form, to this field. */
  onGoTo: (path: string) => void
  /** Back to the form, to say where the scan is. */
  onElsewhere: () => void
}

type HolesProps = HoleActs & PickupProps & { draftId: string }

/** Omissions that would hold up the laboratory, shown before sending; none of them blocks it. */
export function ReviewHoles({ draftId, entry, catalogue, calendar, ...acts }: HolesProps) {
  const t = useText(reviewText)
  const withoutPontics = entry.products.filter(({ reference, teeth = [], pontics = [] }) => {
    return catalogue.get(reference)?.needs.hasPontics && teeth.length > 2 && pontics.length === 0
  })
  return (
    <>
      {entry.printType === 'optical' && !entry.scan && <ScanHole {...{ draftId, entry }} {...acts} />}
      {entry.printType === 'physical' && <PickupHole {...{ entry, catalogue, calendar }} />}
      <NotAttached draftId={draftId} onGoTo={acts.onGoTo} />
      <StrangeNames draftId={draftId} patient={entry.patient} code={entry.patientCode.trim()} />
      <OtherName entry={entry} onGoTo={acts.onGoTo} />
      {withoutPontics.map(({ key, reference }) => (
        <Notice key={key} tone="warn">
          <div className="row">
            <span>{t.bridge(catalogue.get(reference)?.label ?? reference)}</span>
            <Button size="sm" onClick={() => acts.onGoTo(`products.${key}.teeth`)}>
              {t.change}
            </Button>
          </div>
        </Notice>
      ))}
    </>
  )
}

function ScanHole({ draftId, entry, onGoTo, onElsewhere }: Omit<HolesProps, 'catalogue' | 'calendar'>) {
  const t = useText(reviewText).scan
  const files = useQuery(filesOf({ draftId })).data?.data
  if (!files) return null
  if (files.some(({ type }) => hasRole(type))) return <ScansThere target={{ draftId }} jaws={orderedJaws(entry)} />
  return (
    <Notice tone="warn" title={t.notYet}>
      <div className="row">
        <Button size="sm" icon="paperclip" onClick={() => onGoTo('files')}>
          {t.attach}
        </Button>
        <Button size="sm" icon="external" onClick={onElsewhere}>
          {t.send}
        </Button>
      </div>
    </Notice>
  )
}

function NotAttached({ draftId, onGoTo }: Pick<HolesProps, 'draftId' | 'onGoTo'>) {
  const t = useText(reviewText).notAttached
  const names = useNotAttached({ draftId })
  if (names.length === 0) return null
  return (
    <Notice tone="warn" title={t.title(names.length)}>
      <div className="row">
        <bdi>{names.join(', ')}</bdi>
        <Button size="sm" icon="paperclip" onClick={() => onGoTo('files')}>
          {t.see}
        </Button>
      </div>
    </Notice>
  )
}

/** Either another patient's code or a corrected name: only the practice knows. */
function OtherName({ entry, onGoTo }: Pick<HolesProps, 'entry' | 'onGoTo'>) {
  const t = useText(reviewText)
  const code = entry.patientCode.trim()
  const { data = [] } = useQuery({ ...patientsQuery(code), enabled: code !== '' })
  const other = otherNameOf(
    entry.patient,
    data.find(known => isSame(known.code, code)),
  )
  if (!other) return null
  return (
    <Notice tone="warn">
      <div className="row">
        <span>{t.otherName(other.code, other.name, other.order)}</span>
        <Button size="sm" onClick={() => onGoTo('patientCode')}>
          {t.change}
        </Button>
      </div>
    </Notice>
  )
}

/** No pickup is planned, or an earlier one would make the delivery earlier. */
function PickupHole(props: PickupProps) {
  const pickup = usePickup()
  const earlier = useEarlierPickup(props)
  if (pickup === undefined || (pickup?.isPlanned && !earlier?.deliveryDate)) return null
  return (
    <Notice tone={earlier ? 'info' : 'warn'}>
      <PickupToSchedule {...(earlier && { earlier })} />
      {!earlier && <PickupAssumed pickup={pickup} />}
    </Notice>
  )
}
