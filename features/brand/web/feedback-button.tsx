import type { MouseEvent } from 'react'
import { accountText } from '#features/account/web/text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { useBrand } from './brand-context.tsx'
import { feedbackPanelId } from './feedback-panel.tsx'
import { hasWidget } from './has-widget.ts'

/** In the drawer of a phone: the panel takes its place, and gives the focus to what opened it. */
function open(event: MouseEvent<HTMLElement>) {
  const drawer = event.currentTarget.closest<HTMLElement>(':popover-open')
  if (!drawer) return
  event.preventDefault()
  drawer.hidePopover()
  document.getElementById(feedbackPanelId)?.showPopover()
}

/** Opens the panel; nothing where the laboratory has no widget. */
export function FeedbackButton({ className }: { className?: string }) {
  const t = useText(accountText)
  if (!hasWidget(useBrand())) return null
  return (
    <Button
      icon="message"
      variant="bare"
      className={className}
      popoverTarget={feedbackPanelId}
      title={t.feedback.open}
      onClick={open}
    >
      <span className="frame__label">{t.feedback.open}</span>
    </Button>
  )
}
