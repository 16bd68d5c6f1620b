import { useText } from '#kit/web/text.tsx'
import { Answer } from '#kit/web/ui/answer.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import type { WaitingChange } from '../contract.ts'
import type { Outcome } from './decision-dialog.tsx'
import { Differences } from './differences.tsx'
import { accountPageText } from './page-text.ts'
import { staffAccountText } from './staff-text.ts'

const looks = { applied: { tone: 'ok', icon: 'check' }, refused: { tone: 'plain', icon: 'close' } } as const

/** A request decided just now, shown until the screen is left. */
export function SettledChangeCard({ change, outcome }: { change: WaitingChange; outcome: Outcome }) {
  const t = useText(staffAccountText)
  const words = useText(accountPageText)
  const { practice, part, fields } = change
  return (
    <Answer>
      <Card title={practice} actions={<Pill {...looks[outcome]}>{words.changes.states[outcome]}</Pill>}>
        <div className="stack stack--sm">
          <p>
            <span className="strong">{words.parts[part]}</span>
          </p>
          <Differences rows={fields} text={words.changes} fields={words.fields} none={words.none} />
          <p className="muted" role="status">
            {outcome === 'applied' ? t.applied(practice) : t.refused(practice)}. {t.told}
          </p>
        </div>
      </Card>
    </Answer>
  )
}
