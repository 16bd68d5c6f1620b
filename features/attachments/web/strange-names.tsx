import { useQuery } from '@tanstack/react-query'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { attachmentCalls } from '../contract.ts'
import { otherCodeIn, strangeWords, withoutPatient } from '../scan-rules.ts'
import { filesOf } from './queries.ts'
import { attachmentsText } from './text.ts'

/**
 * Files of a draft whose names may contain the patient's name where only the code is given; one press replaces it by the
 * code.
 */
export function StrangeNames({ draftId, patient, code }: { draftId: string; patient: string; code: string }) {
  const t = useText(attachmentsText)
  const sentence = useProblemText()
  const changed = useChanged()
  const files = useQuery(filesOf({ draftId })).data?.data ?? []
  const strange = files.flatMap(({ id, name }) => {
    const words = strangeWords(withoutPatient(name, patient, code), code)
    return words.length > 0 ? [{ id, name, words }] : []
  })
  const { run, isPending } = useAttempt(async () => {
    const renamed = strange.map(({ id, name, words }) =>
      call(attachmentCalls.setRole, { params: { id }, body: { name: withoutPatient(name, words.join(' '), code) } }),
    )
    await Promise.all(renamed).catch(error =>
      toast({ tone: 'late', title: t.strange.failed, description: sentence(error, t.refusals) }),
    )
    await changed('attachments')
  })
  if (code === '') return null
  const others = files.flatMap(({ id, name }) => {
    const other = otherCodeIn(name, code)
    return other ? [{ id, name, other }] : []
  })
  return (
    <>
      {others.map(({ id, name, other }) => (
        <Notice key={id} tone="warn">
          {t.strange.otherCode(name, other, code)}
        </Notice>
      ))}
      {strange.length > 0 && (
        <Notice tone="warn" title={t.strange.title(strange.length)}>
          <div className="row">
            <bdi>{strange.map(({ name }) => name).join(', ')}</bdi>
            <Button size="sm" pending={isPending} onClick={() => void run()}>
              {t.strange.replace(strange.flatMap(({ words }) => words).join(' '), code)}
            </Button>
          </div>
        </Notice>
      )}
    </>
  )
}
