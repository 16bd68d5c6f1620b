import { Link } from '@tanstack/react-router'
import { CallButton } from '#features/brand/web/phone.tsx'
import { PlainList } from '#kit/web/plain-list.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { authText } from './text.ts'

/** Until the portal can send mail, the laboratory gives new passwords over the phone. */
export function ForgottenPassword() {
  const t = useText(authText).forgotten
  useTitle(t.title)
  return (
    <>
      <PlainList ordered items={t.steps} />
      <CallButton />
      <p>
        <Link className="link link--alone" to="/login" search={previous => previous} hash="">
          {t.back}
        </Link>
      </p>
    </>
  )
}
