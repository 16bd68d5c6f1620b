import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ThreadFiles } from '#features/attachments/web/thread-files.tsx'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { useMarkRead } from '#features/notices/web/use-mark-read.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { sendByKey } from '#kit/web/send-by-key.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Count } from '#kit/web/ui/count.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { useForm } from '#kit/web/use-form.ts'
import type { CaseMessage } from '../contract.ts'
import { longestMessage, NewMessage } from '../input.ts'
import { caseText } from './case-text.ts'
import './messages.css'
import { messagesOf } from './message-queries.ts'
import { threadWishes } from './thread-wishes.ts'
import { type Outgoing, useOutbox } from './use-outbox.ts'

type ThreadProps = {
  orderId: string
  /** Shows the case's files with the thread; false where the screen shows them already. */
  hasFiles: boolean
  /** Messages count as read only when up to date and shown for a moment. */
  isUpToDate: boolean
}

/** Messages between practice and laboratory about a case, with their files. */
export function Thread({ orderId: id, hasFiles, isUpToDate }: ThreadProps) {
  useMarkRead(id, isUpToDate)
  const { thread: words } = useText(caseText)
  const { clientServicePhone } = useBrand()
  const sentence = useProblemText()
  const { outgoing, send, sendAgain, take } = useOutbox(id)
  const form = useForm({
    initial: { body: '' },
    shape: NewMessage,
    sentences: { body: { required: words.empty, too_long: words.tooLong(longestMessage) } },
    send: async ({ body }, key) => send(body, key),
    done: () => {
      form.clear()
      form.focus('body')
    },
    unsent: outgoing.length > 0,
  })
  const { data: unread = 0 } = useQuery({
    ...messagesOf(id, useQueryClient()),
    select: messages => messages.filter(({ isUnread }) => isUnread).length,
  })
  const goHere = useEffectEvent(() => form.focus('body'))
  useEffect(() => threadWishes.serve(goHere), [])

  /** Puts the message back into the field, before anything typed meanwhile. */
  function edit(message: Outgoing) {
    take(message.key)
    form.set({ body: [message.body, form.values.body].filter(Boolean).join('\n') })
    form.focus('body')
  }

  return (
    <Card
      title={
        <>
          {words.list}
          {unread > 0 && (
            <>
              {' '}
              <Count>{words.unread(unread)}</Count>
            </>
          )}
        </>
      }
    >
      <div className="stack">
        <Messages orderId={id} outgoing={outgoing} onAgain={sendAgain} onEdit={edit} />
        {hasFiles && <ThreadFiles orderId={id} />}
        <form className="stack" {...form.props}>
          <TextArea
            {...form.text('body')}
            label={words.field}
            hint={<span className="messages__keys">{words.hint}</span>}
            rows={3}
            required
            onKeyDown={sendByKey}
          />
          {form.failure !== undefined && (
            <Notice tone="late" live>
              {sentence(form.failure)}
            </Notice>
          )}
          <div className="row">
            <Button type="submit" pending={form.isPending}>
              {words.send}
            </Button>
            <span className="muted">
              {words.byPhone} <PhoneLink phone={clientServicePhone} />
            </span>
          </div>
        </form>
      </div>
    </Card>
  )
}

type MessagesProps = {
  orderId: string
  outgoing: readonly Outgoing[]
  onAgain: (message: Outgoing) => void
  onEdit: (message: Outgoing) => void
}

function Messages({ orderId, outgoing, onAgain, onEdit }: MessagesProps) {
  const { thread: words } = useText(caseText)
  const sentence = useProblemText()
  const found = useQuery(messagesOf(orderId, useQueryClient()))
  const count = (found.data?.length ?? 0) + outgoing.length
  if (found.error && !found.data) {
    return (
      <div className="row">
        <p role="alert">
          {words.failed} {sentence(found.error)}
        </p>
        <Button size="sm" pending={found.isFetching} onClick={() => void found.refetch()}>
          {words.retry}
        </Button>
      </div>
    )
  }
  if (!found.data) return <Skeleton shape="block" />
  return (
    <div className="messages" role="log" aria-label={words.list}>
      {count === 0 && <p className="muted">{words.none}</p>}
      {found.data.map(message => (
        <Message key={message.id} message={message} />
      ))}
      {outgoing.map(message => (
        <div key={message.key} className="messages__one messages__one--own">
          <p className="messages__body">{message.body}</p>
          {message.failure === undefined ? (
            <p className="muted small">{words.sending}</p>
          ) : (
            <>
              <p className="tone--late small">
                {words.notSent} {sentence(message.failure)}
              </p>
              <p className="row">
                <Button size="sm" onClick={() => onAgain(message)}>
                  {words.again}
                </Button>
                <Button size="sm" variant="bare" onClick={() => onEdit(message)}>
                  {words.edit}
                </Button>
              </p>
            </>
          )}
        </div>
      ))}
    </div>
  )
}

function Message({ message: { body, at, author, isFromLaboratory, isOwn, isUnread } }: { message: CaseMessage }) {
  const { thread: words } = useText(caseText)
  const format = useFormat()
  return (
    <div className={`messages__one${isFromLaboratory ? '' : ' messages__one--own'}`}>
      <p className="muted small">
        {isOwn ? words.you : author}, <time dateTime={at}>{format.dayTime(at)}</time>
        {isUnread && <strong className="messages__new"> {words.isNew}</strong>}
      </p>
      <p className="messages__body">{body}</p>
    </div>
  )
}
