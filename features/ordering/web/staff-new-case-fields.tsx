import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { DeliveryPromise } from '../contract.ts'
import type { Entry } from './entry.ts'
import { spotId } from './faults.ts'
import { verdictWords } from './promise-words.ts'
import type { SectionProps } from './sections.ts'
import { staffOrderingText } from './staff-new-case-text.ts'
import { orderingText } from './text.ts'
import { VerdictLine } from './verdict-line.tsx'

type ImpressionProps = SectionProps<Pick<Entry, 'printType'>> & {
  isHere: boolean
  onHere: (isHere: boolean) => void
}

/** Asks where the impression is, since that decides whether a pickup is needed; its type follows from that. */
export function ImpressionField({ entry: { printType }, change, faultAt, isHere, onHere }: ImpressionProps) {
  const { impression: t } = useText(staffOrderingText)
  const physical = isHere ? 'here' : 'collected'
  return (
    <div id={spotId('printType')}>
      <Choices
        label={t.legend}
        name="printType"
        value={printType === 'physical' ? physical : printType}
        error={faultAt('printType')}
        options={(['here', 'collected', 'optical'] as const).map(value => ({
          value,
          label: t[value],
          detail: t[`${value}Hint`],
        }))}
        onChange={chosen => {
          onHere(chosen === 'here')
          change({ printType: chosen === 'optical' ? 'optical' : 'physical' })
        }}
      />
    </div>
  )
}

export function MoreFields({ entry, change, faultAt }: SectionProps<Pick<Entry, 'comment' | 'practiceReference'>>) {
  const { optional } = useText(orderingText)
  const t = useText(staffOrderingText)
  return (
    <div className="stack">
      <TextArea
        id={spotId('comment')}
        label={t.comment}
        mark={optional}
        hint={t.commentHint}
        name="comment"
        rows={3}
        value={entry.comment}
        error={faultAt('comment')}
        onChange={event => change({ comment: event.currentTarget.value })}
      />
      <TextInput
        id={spotId('practiceReference')}
        label={t.practiceReference}
        mark={optional}
        name="practiceReference"
        autoComplete="off"
        spellCheck={false}
        value={entry.practiceReference}
        error={faultAt('practiceReference')}
        onChange={event => change({ practiceReference: event.currentTarget.value })}
      />
    </div>
  )
}

type PromisedProps = { promise: DeliveryPromise | null | undefined; wishedOn: Day | undefined; bufferDays: number }

/** Shown while the slip is at hand, so that staff can call the practice at once. */
export function PromisedDay({ promise, wishedOn, bufferDays }: PromisedProps) {
  const words = useText(orderingText).promise
  const { look: t } = useText(staffOrderingText)
  const format = useFormat()
  const verdict = promise && verdictWords(promise, wishedOn, bufferDays, words)
  return (
    <div role="status">
      {promise !== undefined && (
        <p className="strong">{promise ? words.compact(format.nearDay(promise.deliveryDate)) : t.noDay}</p>
      )}
      {verdict && <VerdictLine {...verdict} />}
    </div>
  )
}
