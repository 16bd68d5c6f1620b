import { Fragment } from 'react'
import { ScheduleButton } from '#features/rides/web/schedule-button.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Wish } from '../problem-words.ts'
import { caseText } from './case-text.ts'
import type { ReturnPickup } from './return-pickup.ts'

type ProblemWishProps = {
  wishes: readonly Wish[]
  chosen: Wish | undefined
  error: { id: string; words: string } | undefined
  onChoose: (wish: Wish) => void
  /** The pickup with which a piece goes back, planned or requested along with it. */
  pickup: ReturnPickup | undefined
  isPickupAsked: boolean
  onAskPickup: (isAsked: boolean) => void
}

/** What the laboratory is to do: chosen, or guessed from the description. */
export function ProblemWish({ wishes, chosen, error, onChoose, pickup, isPickupAsked, onAskPickup }: ProblemWishProps) {
  const { problem: words } = useText(caseText)
  return (
    <Fieldset legend={words.wish}>
      {wishes.map(wish => (
        <Fragment key={wish}>
          <Checkbox
            radio
            name="remake"
            label={words.wishes[wish]}
            hint={words.wishHints[wish]}
            checked={chosen === wish}
            onChange={() => onChoose(wish)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error?.id}
          />
          {wish === 'adjust' && chosen === wish && pickup && (
            <GoesWith pickup={pickup} isAsked={isPickupAsked} onAsk={onAskPickup} />
          )}
        </Fragment>
      ))}
      {error && (
        <p className="field__error" id={error.id}>
          <Icon name="warning" size="sm" />
          {error.words}
        </p>
      )}
    </Fieldset>
  )
}

type GoesWithProps = { pickup: ReturnPickup; isAsked: boolean; onAsk: (isAsked: boolean) => void }

function GoesWith({ pickup: { next, possible }, isAsked, onAsk }: GoesWithProps) {
  const { problem: words } = useText(caseText)
  const format = useFormat()
  const when = ({ date, shift }: NonNullable<typeof next>) => words.when(format.nearDay(date), shift)
  if (next) {
    return (
      <p className="row row--unwrapped checkbox__with" role="status">
        <Icon name="truck" /> {words.takenBy(when(next))}
      </p>
    )
  }
  return (
    <div className="checkbox__with stack stack--sm">
      {possible ? (
        <Checkbox
          label={words.askPickup(when(possible))}
          checked={isAsked}
          onChange={({ currentTarget }) => onAsk(currentTarget.checked)}
        />
      ) : (
        <p role="status">{words.noPickup}</p>
      )}
      <div className="row">
        <ScheduleButton>{words.otherPickup}</ScheduleButton>
      </div>
    </div>
  )
}
