import { useText } from '#kit/web/text.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { casesText } from './text.ts'

/** A dash for the eye, a word for screen readers. */
export function Nothing() {
  const t = useText(casesText)
  return (
    <span className="muted">
      <span aria-hidden="true">—</span>
      <VisuallyHidden>{t.nothing}</VisuallyHidden>
    </span>
  )
}
