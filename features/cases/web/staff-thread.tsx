import { useQuery } from '@tanstack/react-query'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { sendByKey } from '#kit/web/send-by-key.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { useForm } from '#kit/web/use-form.ts'
import type { CaseMessage } from '../contract.ts'
import { longestMessage, NewMessage } from '../input.ts'
import { type StaffCase, staffCaseCalls } from '../staff-contract.ts'
import './messages.css'
import { staffMessages } from './staff-queries.ts'
import { staffCaseText } from './staff-text.ts'

/** Messages between practice and laboratory, beside the work they are about. */
export function StaffThread({ known: { id, isAsked } }: { known: Pick<StaffCase, 'id' | 'isAsked'> }) {
  const { thread: t } = useText(staffCaseText)
  const sentence = useProblemText()
  const changed = useChanged()
  const found = useQuery(staffMessages(id))
  const form = useForm({
    initial: { body: '' },
    shape: NewMessage,
    sentences: { body: { required: t.empty, too_long: t.tooLong(longestMessage) } },
    send: (body, key) =>
      call(staffCaseCalls.sendMessage, { params: { id }, body, key }).finally(() => changed('orders')),
    done: () => {
      form.clear()
      form.focus('body')
    },
  })
  return (
    <Card title={t.title} actions={isAsked && <span className="tone--warn small">{t.unanswered}</span>}>
      <div className="stack">
        {found.error && !found.data ? (
          <QueryFailure title={t.failed} query={found} />
        ) : found.data ? (
          <div className="messages" role="log" aria-label={t.title}>
            {found.data.length === 0 && <p className="muted">{t.none}</p>}
            {found.data.map(message => (
              <Message key={message.id} message={message} />
            ))}
          </div>
        ) : (
          <Skeleton shape="block" />
        )}
        <form className="stack stack--sm" {...form.props}>
          <TextArea
            {...form.text('body')}
            label={t.field}
            hint={<span className="messages__keys">{t.hint}</span>}
            rows={3}
            required
            onKeyDown={sendByKey}
          />
          {form.failure !== undefined && (
            <Notice tone="late" live title={t.notSent}>
              {sentence(form.failure)}
            </Notice>
          )}
          <div className="row">
            <Button type="submit" pending={form.isPending}>
              {t.send}
            </Button>
          </div>
        </form>
      </div>
    </Card>
  )
}

function Message({ message: { body, at, author, isFromLaboratory, isOwn } }: { message: CaseMessage }) {
  const { thread: t } = useText(staffCaseText)
  const format = useFormat()
  return (
    <div className={`messages__one${isFromLaboratory ? ' messages__one--own' : ''}`}>
      <p className="muted small">
        {isOwn ? t.you : author}, <time dateTime={at}>{format.dayTime(at)}</time>
      </p>
      <p className="messages__body">{body}</p>
    </div>
  )
}
