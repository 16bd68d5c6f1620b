import { useNavigate } from '@tanstack/react-router'
import { addDays, type Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { DayJump } from '#kit/web/ui/day-jump.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'
import { staffRidesText } from './staff-text.ts'
import './day-links.css'

type DayLinksProps = { to: '/staff/pickups' | '/staff/deliveries'; day: Day }

/** Today, tomorrow, or any day. */
export function DayLinks({ to, day }: DayLinksProps) {
  const t = useText(staffRidesText).days
  const today = useFormat().today()
  const navigate = useNavigate()
  const tomorrow = addDays(today, 1)
  return (
    <div className="day-links">
      <Tabs label={t.label}>
        <TabLink to={to} search={{}} selected={day === today}>
          {t.today}
        </TabLink>
        <TabLink to={to} search={{ day: tomorrow }} selected={day === tomorrow}>
          {t.tomorrow}
        </TabLink>
      </Tabs>
      <DayJump
        label={t.other}
        labelHidden
        name="day"
        day={day}
        onJump={other => void navigate({ to, search: other === today ? {} : { day: other } })}
      />
    </div>
  )
}
