import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { classes } from '#kit/web/ui/classes.ts'
import { Notice } from '#kit/web/ui/notice.tsx'
import { accessText } from './access-text.ts'

type InvitedUntilProps = {
  invitedUntil: string | null
  /** What became of the mail with the link, where that is known. */
  mail?: 'waiting' | 'kept' | 'sent' | 'failed' | null
}

/** Beside whoever is invited: whether the link has left, and until when it is good. */
export function InvitedUntil({ invitedUntil, mail }: InvitedUntilProps) {
  const t = useText(accessText)
  const format = useFormat()
  const isLost = mail === 'kept' || mail === 'failed'
  return (
    <p className={classes('small', isLost ? 'tone--warn' : 'muted')}>
      {invitedUntil
        ? [mail && t.mail[mail], t.invitedUntil(format.dayTime(invitedUntil))].filter(Boolean).join(' · ')
        : t.invitationOver}
    </p>
  )
}

/** Where nobody can be invited by mail, before somebody is. */
export function NoMailsNotice({ isLinkBeside = false }: { isLinkBeside?: boolean }) {
  const t = useText(accessText).noMails
  return (
    <Notice tone="warn" title={t.title}>
      {isLinkBeside ? t.linkBeside : t.description}
    </Notice>
  )
}
