import { useFormat } from '#kit/web/format.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import type { RunSheet } from '../contract.ts'
import { roundText } from './round-text.ts'

/** Loads the component with its words. */
export const load = async () => {
  await loadText(roundText)
  return LeftOut
}

/** Practices where nobody would open, with the cases ready for them. */
function LeftOut({ leftOut }: { leftOut: RunSheet['leftOut'] }) {
  const t = useText(roundText).leftOut
  const format = useFormat()
  return (
    <Card title={t.title}>
      <ul className="stack stack--sm">
        {leftOut.map(({ practice, from, to, codes }) => (
          <li key={practice.id}>
            <span className="strong">{practice.name}</span> · {t.absent(format.days(from, to))} ·{' '}
            <span className="muted">{codes.length > 0 ? codes.join(', ') : t.pickupsOnly}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
