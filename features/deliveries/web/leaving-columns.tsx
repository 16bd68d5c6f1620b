import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import type { Column } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { LeavingCase } from '../contract.ts'
import { shippingText } from './shipping-text.ts'

type Acts = {
  chosen: readonly string[]
  onChoose: (id: string, isChosen: boolean) => void
  onShip: (ids: readonly string[]) => void
  onCarry: (ids: readonly string[]) => void
  isPending: boolean
}

export function useLeavingColumns({ chosen, onChoose, onShip, onCarry, isPending }: Acts): Column<LeavingCase>[] {
  const t = useText(shippingText)
  const format = useFormat()
  const today = format.today()
  return [
    {
      key: 'case',
      label: t.columns.case,
      phone: 'title',
      cell: ({ id, code, summary, status }) =>
        status === 'in_production' ? (
          <Checkbox
            label={code}
            aria-label={t.choose(code)}
            hint={summary}
            checked={chosen.includes(id)}
            onChange={event => onChoose(id, event.currentTarget.checked)}
          />
        ) : (
          <TwoLines sub={summary}>{code}</TwoLines>
        ),
    },
    { key: 'practice', label: t.columns.practice, cell: ({ practice }) => practice.name },
    {
      key: 'delivery',
      label: t.columns.delivery,
      size: 'md',
      cell: ({ deliveryDate, status }) => (
        <TwoLines
          sub={status === 'in_production' && deliveryDate < today && <span className="tone--late">{t.late}</span>}
        >
          {format.nearDay(deliveryDate)}
        </TwoLines>
      ),
    },
    {
      key: 'state',
      label: t.columns.state,
      size: 'md',
      phone: 'aside',
      cell: ({ status, tracking }) =>
        status === 'in_production' ? (
          <Pill tone="brand" icon="box">
            {t.toLeave}
          </Pill>
        ) : (
          <TwoLines sub={tracking ? [tracking.carrier, tracking.number].filter(Boolean).join(' ') : t.ownDriver}>
            <Pill tone="ok" icon="check">
              {t.left}
            </Pill>
          </TwoLines>
        ),
    },
    {
      key: 'actions',
      label: t.columns.actions,
      cell: ({ id, code, status }) => (
        <div className="row">
          {status === 'in_production' && (
            <Button size="sm" pending={isPending} aria-label={t.shipOne(code)} onClick={() => onShip([id])}>
              {t.ship}
            </Button>
          )}
          <Menu label={t.shipMenu(code)} icon="dots" iconOnly size="sm" align="end">
            <MenuButton onSelect={() => onCarry([id])}>{t.shipWith}</MenuButton>
          </Menu>
        </div>
      ),
    },
  ]
}
