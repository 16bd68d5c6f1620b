import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { accessText } from './access-text.ts'

/** Beside whoever is invited: until when the link is good. */
export function InvitedUntil({ invitedUntil }: { invitedUntil: string | null }) {
  const t = useText(accessText)
  const format = useFormat()
  return <p className="muted small">{invitedUntil ? t.invitedUntil(format.dayTime(invitedUntil)) : t.invitationOver}</p>
}

/** Where nobody can be invited by mail, before somebody is. */
export function NoMailsNotice() {
  const t = useText(accessText).noMails
  return (
    <Notice tone="warn" title={t.title}>
      {t.description}
    </Notice>
  )
}
