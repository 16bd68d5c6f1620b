import { useQuery } from '@tanstack/react-query'
import { SentNames } from '#features/attachments/web/sent-names.tsx'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { rideList } from '#features/rides/web/queries.ts'
import { useSlotWords } from '#features/rides/web/use-slot-words.ts'
import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { typedDay } from '#kit/web/typed-day.ts'
import { typedTime } from '#kit/web/typed-time.ts'
import type { DeliveryPromise } from '../contract.ts'
import type { Catalogue, Entry } from './entry.ts'
import { LookWorks } from './look-works.tsx'
import { verdictWords } from './promise-words.ts'
import { type HoleActs, ReviewHoles } from './review-holes.tsx'
import { reviewText } from './review-text.ts'
import { orderingText } from './text.ts'
import { VerdictLine } from './verdict-line.tsx'
import { priceOf } from './work-words.ts'

export type LookProps = HoleActs & {
  draftId: string
  entry: Entry
  prescriber: string | undefined
  catalogue: Catalogue
  promise: DeliveryPromise | null
  calendar: DeliveryCalendar
}

export function LookBody({ onGoTo, onElsewhere, ...look }: LookProps) {
  const t = useText(orderingText)
  const { entry, catalogue, calendar, draftId } = look
  return (
    <>
      <ReviewHoles {...{ entry, catalogue, calendar, draftId, onGoTo, onElsewhere }} />
      <Facts {...look} />
      <LookWorks products={entry.products} catalogue={catalogue} />
      {entry.comment.trim() && (
        <div>
          <h3>{t.look.comment}</h3>
          <p className="look__comment">{entry.comment.trim()}</p>
        </div>
      )}
    </>
  )
}

function Facts({ draftId, entry, prescriber, catalogue, promise, calendar }: Omit<LookProps, keyof HoleActs>) {
  const t = useText(orderingText)
  const more = useText(reviewText)
  const pickup = useQuery({ ...rideList, enabled: entry.printType === 'physical' }).data?.next
  const slotWords = useSlotWords()
  const price = priceOf(entry.products, catalogue)
  const scan = entry.printType === 'optical' && entry.scan
  const format = useFormat()
  const today = format.today()
  const dayOf = (typed: string): Day | undefined => typedDay(typed, today)
  const [appointment, wished] = [dayOf(entry.appointmentDay), dayOf(entry.wishedDate)]
  const verdict = promise && verdictWords(promise, wished, calendar.appointmentBufferDays, t.promise)
  return (
    <dl className="descriptions">
      <div>
        <dt>{t.summary.patient}</dt>
        <dd>
          <bdi className="strong">{entry.patientCode.trim()}</bdi>
          {entry.patient.trim() && (
            <>
              {' · '}
              <bdi>{entry.patient.trim()}</bdi>
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>{t.prescriber.label}</dt>
        <dd>
          <bdi>{prescriber}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t.look.printType}</dt>
        <dd>{entry.printType && t.printType[entry.printType]}</dd>
        {pickup && entry.printType === 'physical' && <dd>{more.pickup.takes(slotWords(pickup))}</dd>}
        {scan && (
          <dd>
            <bdi>{more.scan.on(scan.platform ?? '', scan.caseNumber ?? '')}</bdi>
          </dd>
        )}
      </div>
      <div>
        <dt>{t.look.appointment}</dt>
        {/* A user who pressed Enter in an earlier field has not reached this one, so its absence is shown. */}
        <dd>{appointment ? `${format.nearDay(appointment)} ${typedTime(entry.appointmentTime)}` : t.look.none}</dd>
      </div>
      {wished && (
        <div>
          <dt>{t.look.wished}</dt>
          <dd>{format.nearDay(wished)}</dd>
        </div>
      )}
      {entry.practiceReference.trim() && (
        <div>
          <dt>{t.more.practiceReference}</dt>
          <dd>
            <bdi>{entry.practiceReference.trim()}</bdi>
          </dd>
        </div>
      )}
      {promise && (
        <div>
          <dt>{t.promise.title}</dt>
          <dd className="strong">{format.nearDay(promise.deliveryDate)}</dd>
          {verdict && (
            <dd>
              <VerdictLine {...verdict} />
            </dd>
          )}
        </div>
      )}
      <div>
        <dt>{t.look.files}</dt>
        <dd>
          <SentNames draftId={draftId} none={t.look.none} patient={entry.patient} code={entry.patientCode.trim()} />
        </dd>
      </div>
      {price !== undefined && (
        <div>
          <dt>{t.summary.price}</dt>
          <dd className="num">{format.money(price)}</dd>
        </div>
      )}
    </dl>
  )
}
