import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { mailSettingCalls } from '../contract.ts'
import { mailAnswer } from '../mail-answer.ts'
import { mailList } from './staff-queries.ts'
import { mailSettingsText } from './staff-text.ts'

const pause = 1_000
/** Long enough for a connection to an unreachable mail server to time out. */
const mostAsked = 45

/** Sends the user a mail in the same way as all others, and shows the mail server's answer. */
export function TestMail({ address }: { address: string }) {
  const t = useText(mailSettingsText).test
  const sentence = useProblemText()
  const [id, setId] = useState<string>()
  const { run, isPending, error } = useAttempt(async () => {
    const { data } = await call(mailSettingCalls.test, { key: crypto.randomUUID() })
    setId(data.id)
  })
  return (
    <Card title={t.title}>
      <div className="stack">
        <p className="muted">{t.description(address)}</p>
        <div className="row">
          <Button icon="mail" pending={isPending} onClick={() => void run()}>
            {t.submit}
          </Button>
          <Link to="/staff/mails" className="link">
            {t.list}
          </Link>
        </div>
        {error !== undefined && (
          <Notice tone="late" live title={t.failed}>
            {sentence(error)}
          </Notice>
        )}
        {id && <Answer key={id} id={id} />}
      </div>
    </Card>
  )
}

function Answer({ id }: { id: string }) {
  const t = useText(mailSettingsText).test
  const { data } = useQuery({
    ...mailList,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const mail = state.data?.find(one => one.id === id)
      const isOpen = !mail || (mail.state === 'waiting' && mail.reason === null)
      return isOpen && state.dataUpdateCount < mostAsked ? pause : false
    },
  })
  const mail = data?.find(one => one.id === id)
  if (mail?.state === 'sent')
    return (
      <Notice tone="ok" live>
        {t.sent}
      </Notice>
    )
  if (mail?.state === 'kept')
    return (
      <Notice tone="warn" live>
        {t.kept}
      </Notice>
    )
  if (mail?.reason != null) {
    const answer = mailAnswer(mail.reason)
    return (
      <Notice tone="late" live title={t.answers[answer]}>
        {/* The server's words about a login are not for this user. */}
        {(answer === 'declined' || answer === 'later' || answer === 'other') && <p>{t.said(mail.reason)}</p>}
        {mail.state === 'waiting' && <p>{t.again}</p>}
      </Notice>
    )
  }
  return (
    <p role="status" className="muted">
      {t.waiting}
    </p>
  )
}
