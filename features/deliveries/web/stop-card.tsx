import type { PointerEvent } from 'react'
import { phoneAddress } from '#features/brand/web/phone.tsx'
import { placeOf } from '#features/rides/web/place.ts'
import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonAnchor } from '#kit/web/ui/button-link.tsx'
import { classes } from '#kit/web/ui/classes.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { Stop } from '../contract.ts'
import { errandOf, isDayOfRound, isHanded, isToBring, stateOf } from '../rules.ts'
import { Signature } from './signature-pad.tsx'
import { StopThings } from './stop-things.tsx'
import { deliveriesText } from './text.ts'
import { useUnsent } from './use-outbox.ts'
import { wayTo } from './way-to.ts'

export type StopAct = 'hand_over' | 'nobody' | 'round' | 'take_back'

type StopCardProps = {
  stop: Stop
  place: number
  of: number
  isDragged: boolean
  day: Day
  /** Present when the stop can be reordered within its round on this day. */
  order?: {
    onStep: (by: -1 | 1, button: HTMLButtonElement) => void
    onDrag: (event: PointerEvent<HTMLElement>) => void
  }
  onAct: (act: StopAct) => void
}

const looks = {
  open: { tone: 'brand', icon: 'truck' },
  done: { tone: 'ok', icon: 'check' },
  nobody_there: { tone: 'warn', icon: 'warning' },
} as const

export function StopCard({ stop, place, of, isDragged, day, order, onAct }: StopCardProps) {
  const t = useText(deliveriesText)
  const { practice } = stop
  const { name } = practice
  const address = placeOf(practice)
  const way = wayTo(address)
  const state = stateOf(stop)
  const format = useFormat()
  const today = format.today()
  async function copyAddress() {
    try {
      await navigator.clipboard.writeText(address)
      toast({ tone: 'ok', title: t.address.copied(address) })
    } catch {
      // Without TLS there is no clipboard, and a browser may forbid it.
      toast({ tone: 'info', title: t.address.copyByHand })
    }
  }
  const isUnsent = useUnsent().some(({ handOver, refusal }) => !refusal && handOver.practiceId === practice.id)
  return (
    <li className={classes('card', 'stop', isDragged && 'stop--dragged')}>
      <div className="stop__head">
        <span className="stop__place num">{place}</span>
        <div className="stop__where">
          <h3>{name}</h3>
          {address && (
            <p className="muted">
              {way ? (
                <a className="link link--alone" href={way} rel="noreferrer" aria-label={t.way(address)}>
                  {address}
                </a>
              ) : (
                address
              )}
            </p>
          )}
        </div>
        <div className="stop__order">
          {order && (
            <>
              <span className="stop__handle" title={t.order.drag(name)} onPointerDown={order.onDrag}>
                <Icon name="menu" />
              </span>
              <IconButton
                icon="arrow-up"
                label={t.order.up(name)}
                aria-disabled={place === 1}
                onClick={({ currentTarget }) => place > 1 && order.onStep(-1, currentTarget)}
              />
              <IconButton
                icon="arrow-down"
                label={t.order.down(name)}
                aria-disabled={place === of}
                onClick={({ currentTarget }) => place < of && order.onStep(1, currentTarget)}
              />
            </>
          )}
          <Menu label={t.round.menu(name)} icon="dots" iconOnly variant="bare" align="end">
            <MenuButton onSelect={() => onAct('round')}>{t.round.act}</MenuButton>
            {address && <MenuButton onSelect={() => void copyAddress()}>{t.address.copy}</MenuButton>}
            {day === today && !isUnsent && stop.cases.some(isHanded) && (
              <MenuButton onSelect={() => onAct('take_back')}>{t.takeBack}</MenuButton>
            )}
          </Menu>
        </div>
      </div>
      <div className="row">
        <Pill {...looks[state]}>{t.states[state]}</Pill>
        {isUnsent && (
          <Pill tone="warn" icon="offline">
            {t.toSend}
          </Pill>
        )}
        {practice.phone && (
          <ButtonAnchor size="sm" variant="bare" icon="phone" href={phoneAddress(practice.phone)}>
            {practice.phone}
          </ButtonAnchor>
        )}
      </div>
      {stop.absence && stop.pickups.length > 0 && (
        <p className="small strong tone--warn">{t.absent(format.days(stop.absence.from, stop.absence.to))}</p>
      )}
      {stop.isClosed && !stop.absence && (
        <p className="small strong tone--warn">{t.closed(format.day(day, 'weekday'))}</p>
      )}
      {stop.away && <p className="small strong tone--warn">{t.away[stop.away]}</p>}
      {practice.instruction && state !== 'done' && <p className="small">{practice.instruction}</p>}
      <StopThings stop={stop} day={day} />
      <Told stop={stop} />
      {(state !== 'done' || stop.cases.some(isToBring)) && isDayOfRound(day, today) && (
        <div className="stop__acts">
          <Button
            variant={state === 'done' ? undefined : 'primary'}
            size="lg"
            icon="check"
            aria-label={`${t[errandOf(stop)]}, ${name}`}
            onClick={() => onAct('hand_over')}
          >
            {t[errandOf(stop)]}
          </Button>
          {state === 'open' && (
            <Button size="lg" aria-label={`${t.nobody}, ${name}`} onClick={() => onAct('nobody')}>
              {t.nobody}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** The stop's records, with author and time. */
function Told({ stop: { handOvers, practice } }: { stop: Stop }) {
  const t = useText(deliveriesText)
  const format = useFormat()
  return handOvers.map(({ id, outcome, receivedBy, signature, at, by }) => (
    <div key={id} className="small">
      <p>
        {outcome === 'handed_over'
          ? t.handedBy(receivedBy ?? '', format.time(at), by)
          : t.nobodyBy(format.time(at), by)}
      </p>
      {signature && <Signature path={signature} label={t.signature(receivedBy ?? practice.name)} />}
    </div>
  ))
}
