import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { classes } from '#kit/web/ui/classes.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { countsOf } from '../unsent.ts'
import { keepScreen } from './kept-screen.ts'
import { deliveriesText } from './text.ts'
import { useIsOnlyOnPage, useSendingByItself, useSendUnsent, useUnsent } from './use-outbox.ts'
import './unsent-strip.css'

/** On every screen for drivers, while something has not reached the laboratory. */
export function UnsentStrip() {
  useSendingByItself()
  useEffect(() => void keepScreen(), [])
  const t = useText(deliveriesText).unsent
  const unsent = useUnsent()
  const { length } = unsent
  const isOnlyOnPage = useIsOnlyOnPage()
  const { send, isSending } = useSendUnsent()
  return (
    <aside className={classes('unsent-strip', length === 0 && 'unsent-strip--empty')} aria-label={t.label}>
      <p role="status">
        {length > 0 && (
          <>
            <Icon name="offline" />
            <Link to="/staff/deliveries" className="link">
              {t.count(...countsOf(unsent))}
            </Link>
            {isOnlyOnPage && <strong>{t.onlyOnPage}</strong>}
          </>
        )}
      </p>
      {length > 0 && (
        <Button size="sm" icon="refresh" pending={isSending} onClick={() => void send()}>
          {t.send}
        </Button>
      )}
    </aside>
  )
}
