import { Icon } from '#kit/web/ui/icon.tsx'

/** What the delivery day means, in words and an icon. */
export function VerdictLine({ words, tone }: { words: string; tone: 'ok' | 'warn' | 'late' }) {
  return (
    <p className={`promise__verdict tone--${tone}`}>
      <Icon name={tone === 'ok' ? 'check' : 'warning'} size="sm" />
      <span>{words}</span>
    </p>
  )
}
