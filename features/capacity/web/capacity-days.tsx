import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { type Capacity, staffCapacityCalls } from '../staff-contract.ts'
import { CapacityDaysDialog } from './capacity-days-dialog.tsx'
import { staffCapacityText } from './staff-text.ts'
import './capacity.css'

/** Future days on which more or less is finished than on their weekday. */
export function CapacityDays({ capacity: { days, families } }: { capacity: Capacity }) {
  const text = useText(staffCapacityText)
  const { days: t } = text
  const format = useFormat()
  const sentence = useProblemText()
  const changed = useChanged()
  const [isAdding, setAdding] = useState(false)
  const nameOf = (family: string | null) => families.find(({ id }) => id === family)?.name ?? text.all
  const remove = (day: string, family: string | null) =>
    call(staffCapacityCalls.setDays, { body: { family, from: day, to: day, elements: null } })
      .then(
        () => toast({ title: t.removed(format.day(day, 'year')) }),
        (error: unknown) => toast({ tone: 'late', title: t.notRemoved, description: sentence(error) }),
      )
      .finally(() => void changed('closures'))
  return (
    <Card
      title={t.title}
      actions={
        <Button size="sm" icon="plus" onClick={() => setAdding(true)}>
          {t.add}
        </Button>
      }
    >
      {days.length === 0 ? (
        <p className="muted">{t.none}</p>
      ) : (
        <ul className="capacity__days">
          {days.map(({ day, family, elements }) => (
            <li key={`${day} ${family ?? ''}`}>
              <span>
                {t.line(format.day(day, 'long'), nameOf(family))}{' '}
                <span className="num muted">{t.elements(elements)}</span>
              </span>
              <IconButton
                icon="close"
                label={t.remove(format.day(day, 'year'), nameOf(family))}
                onClick={() => void remove(day, family)}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding && <CapacityDaysDialog families={families} onClose={() => setAdding(false)} />}
    </Card>
  )
}
