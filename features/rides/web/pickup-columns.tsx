import { useMay } from '#features/auth/web/use-user.ts'
import { phoneAddress } from '#features/brand/web/phone.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import type { Column } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { RideStatus, StaffRide } from '../contract.ts'
import { PickedUp } from './picked-up.tsx'
import { placeOf } from './place.ts'
import { rideLooks } from './ride-status.tsx'
import { staffRidesText } from './staff-text.ts'
import { useMovePickup } from './use-move-pickup.ts'

export function usePickupColumns(): Column<StaffRide>[] {
  const t = useText(staffRidesText)
  const format = useFormat()
  // Drivers see only the number on the bag, without a link.
  const maySee = useMay('production')
  return [
    {
      key: 'practice',
      label: t.columns.practice,
      phone: 'title',
      cell: ({ practice }) => (
        <TwoLines
          sub={
            <>
              {placeOf(practice)}{' '}
              {practice.phone && (
                <a className="link link--alone num" href={phoneAddress(practice.phone)}>
                  {practice.phone}
                </a>
              )}
            </>
          }
        >
          {practice.name}
        </TwoLines>
      ),
    },
    {
      key: 'information',
      label: t.columns.information,
      cell: ({ complementaryInformation, practice, orders }) => (
        <div className="stack stack--sm">
          {(complementaryInformation || practice.instruction || orders.length === 0) && (
            <TwoLines sub={practice.instruction}>{complementaryInformation ?? '—'}</TwoLines>
          )}
          <PickedUp orders={orders} words={t.taken} to={maySee ? '/staff/cases/$id' : undefined} />
        </div>
      ),
    },
    {
      key: 'status',
      label: t.columns.status,
      size: 'md',
      phone: 'aside',
      cell: ({ status, movedBy, movedAt }) => (
        <TwoLines sub={movedBy && movedAt && t.movedBy(movedBy, format.time(movedAt))}>
          <Pill {...rideLooks[status]}>{t.statuses[status]}</Pill>
        </TwoLines>
      ),
    },
    { key: 'actions', label: t.columns.actions, cell: ride => <PickupActs ride={ride} /> },
  ]
}

/** The usual next status has a button, the others are in the menu. */
const usual: readonly RideStatus[] = ['confirmed', 'picked_up', 'nobody_there']

function PickupActs({ ride }: { ride: StaffRide }) {
  const t = useText(staffRidesText)
  const { move, isPending } = useMovePickup()
  const { name } = ride.practice
  const isOver = !ride.next.includes('cancelled')
  const pressed = isOver ? [] : ride.next.filter(status => usual.includes(status))
  const others = ride.next.filter(status => !pressed.includes(status))
  return (
    <div className="row">
      {pressed.map(status => (
        <Button
          key={status}
          size="sm"
          pending={isPending}
          aria-label={t.actOn(t.acts[status], name)}
          onClick={() => void move(ride, status)}
        >
          {t.acts[status]}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu label={t.more(name)} icon="dots" iconOnly size="sm" align="end">
          {others.map(status => (
            <MenuButton
              key={status}
              {...(status === 'cancelled' && { tone: 'late' as const })}
              onSelect={() => void move(ride, status)}
            >
              {t.acts[status]}
            </MenuButton>
          ))}
        </Menu>
      )}
    </div>
  )
}
