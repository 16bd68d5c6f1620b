import type { MouseEvent } from 'react'
import { accountText } from '#features/account/web/text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { useBrand } from './brand-context.tsx'
import { feedbackPanelId } from './feedback-panel.tsx'
import { hasWidget } from './has-widget.ts'

/** In a phone's drawer: replaces the drawer by the panel, and returns the focus to what opened the drawer. */
function open(event: MouseEvent<HTMLElement>) {
  const drawer = event.currentTarget.closest<HTMLElement>(':popover-open')
  if (!drawer) return
  event.preventDefault()
  drawer.hidePopover()
  document.getElementById(feedbackPanelId)?.showPopover()
}

/** Opens the panel; renders nothing where the laboratory has no widget. */
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
