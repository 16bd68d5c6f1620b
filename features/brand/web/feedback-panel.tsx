import { useRef } from 'react'
import { accountText } from '#features/account/web/text.ts'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { useBrand } from './brand-context.tsx'
import './feedback.css'
import type { FeedbackUser } from './feedback-messages.ts'
import { hasWidget, isOwn } from './has-widget.ts'

export const feedbackPanelId = 'feedback-panel'

const FeedbackFrame = later(() => import('./feedback-frame.tsx').then(module => module.FeedbackFrame))

/** Opens at once, however early it is pressed; its content is filled in once loaded. */
export function FeedbackPanel({ user }: { user: FeedbackUser }) {
  const { feedback } = useText(accountText)
  const brand = useBrand()
  const panel = useRef<HTMLElement>(null)
  if (!hasWidget(brand)) return null
  return (
    <section ref={panel} id={feedbackPanelId} className="feedback" popover="auto" aria-label={feedback.title}>
      <header className="feedback__head">
        <h2>{feedback.title}</h2>
        <IconButton icon="close" label={feedback.close} onClick={() => panel.current?.hidePopover()} />
      </header>
      <FeedbackFrame user={user} panel={panel} logo={isOwn(brand) ? null : brand.companyLogo} />
    </section>
  )
}
