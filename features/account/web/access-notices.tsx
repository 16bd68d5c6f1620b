import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { classes } from '#kit/web/ui/classes.ts'
import { Notice } from '#kit/web/ui/notice.tsx'
import { accessText } from './access-text.ts'

type InvitedUntilProps = {
  invitedUntil: string | null
  /** State of the mail with the link, if known. */
  mail?: 'waiting' | 'kept' | 'sent' | 'failed' | null
}

/** Beside an invited user: whether the link was sent, and when it expires. */
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

/** Shown before inviting when no mails are sent. */
export function NoMailsNotice({ isLinkBeside = false }: { isLinkBeside?: boolean }) {
  const t = useText(accessText).noMails
  return (
    <Notice tone="warn" title={t.title}>
      {isLinkBeside ? t.linkBeside : t.description}
    </Notice>
  )
}
