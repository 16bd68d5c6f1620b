import { useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { Merging } from '../merging-contract.ts'
import { mergingText } from './merging-text.ts'

/** Shows what needs attention first, then the counts of what moves. */
export function MergingPreview({ merging }: { merging: Merging }) {
  const t = useText(mergingText)
  const { going, staying } = merging
  const moves = [
    t.cases(merging.cases, merging.openCases),
    t.people(merging.people),
    ...[
      merging.drafts > 0 && t.drafts(merging.drafts),
      merging.templates > 0 && t.templates(merging.templates),
      merging.views > 0 && t.views(merging.views),
      merging.unread > 0 && t.unread(merging.unread),
      merging.absences > 0 && t.absences(merging.absences, merging.absencesShared),
      merging.pickups > 0 && t.pickups(merging.pickups, merging.pickupsShared),
      merging.supplies > 0 && t.supplies(merging.supplies),
    ].filter(line => line !== false),
  ]
  const someCodes = [...merging.someCodes, ...(merging.patientCodes > merging.someCodes.length ? ['…'] : [])].join(', ')
  const toLookAt = [
    merging.keptOut > 0 && t.keptOut(merging.keptOut),
    merging.patientCodes > 0 && t.codes(merging.patientCodes, someCodes),
    merging.daysToLookAt > 0 && t.days(merging.daysToLookAt),
    merging.pickupsAway > 0 && t.pickupsAway(merging.pickupsAway),
    going.deliveryInstruction !== '' &&
      going.deliveryInstruction !== staying.deliveryInstruction &&
      t.instruction(going.deliveryInstruction),
  ].filter(line => line !== false)
  return (
    <>
      {toLookAt.length > 0 && (
        <Notice tone="warn" title={t.look}>
          <Lines lines={toLookAt} />
        </Notice>
      )}
      <Notice live title={t.moves(going.name, staying.name)}>
        <Lines lines={moves} />
        <p>{t.own}</p>
      </Notice>
    </>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul>
    {lines.map(line => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
