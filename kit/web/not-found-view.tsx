import { Link } from '@tanstack/react-router'
import { kitText } from './kit-text.ts'
import { useText } from './text.tsx'
import { useTitle } from './title.ts'
import { buttonClass } from './ui/button.tsx'
import { FullScreenMessage } from './ui/full-screen-message.tsx'

/** Shown for unknown addresses, inside the frame of the portal. */
export function NotFoundView() {
  const t = useText(kitText)
  useTitle(t.notFound.title)
  return (
    <FullScreenMessage
      icon="search"
      inFrame
      title={t.notFound.title}
      description={t.notFound.description}
      action={
        <Link to="/" className={buttonClass()}>
          {t.notFound.back}
        </Link>
      }
    />
  )
}
