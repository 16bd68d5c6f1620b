import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type ChainPart, staffAuditCalls } from '../contract.ts'
import { staffAuditText } from './staff-text.ts'

async function checkAll(tell: (part: ChainPart | undefined) => void): Promise<void> {
  tell(undefined)
  let after: number | undefined = 0
  while (after !== undefined) {
    const { data }: { data: ChainPart } = await call(staffAuditCalls.check, { body: { after } })
    tell(data)
    after = data.isDone ? undefined : data.place
  }
}

/** Lets the server recompute the whole chain, a part at a time, and shows the result. */
export function ChainCheck() {
  const { chain: t } = useText(staffAuditText)
  const sentence = useProblemText()
  const language = useLanguage()
  const number = (count: number) => count.toLocaleString(language)
  const [part, setPart] = useState<ChainPart>()
  const { run, isPending, error } = useAttempt(() => checkAll(setPart))
  return (
    <Card title={t.title}>
      <div className="stack stack--sm">
        <p className="muted">{t.hint}</p>
        <div className="row">
          <Button icon="check" pending={isPending} onClick={() => void run()}>
            {t.check}
          </Button>
        </div>
        {error !== undefined && (
          <Notice tone="late" title={t.failed} live>
            {sentence(error)}
          </Notice>
        )}
        {isPending && part && <p role="status">{t.going(number(part.place), number(part.total))}</p>}
        {part?.isDone && <Verdict part={part} />}
      </div>
    </Card>
  )
}

function Verdict({ part: { place, removed, unsealed, end, broken } }: { part: ChainPart }) {
  const { chain: t } = useText(staffAuditText)
  const format = useFormat()
  const language = useLanguage()
  if (broken)
    return (
      <Notice tone="late" title={t.broken} live>
        <p>{t.because[broken.because](broken.place.toLocaleString(language))}</p>
        <p>{t.next}</p>
      </Notice>
    )
  return (
    <Notice tone="ok" title={t.whole(place - (removed?.lines ?? 0))} live>
      {removed && <p>{t.removed(removed.lines, format.day(format.dayOf(removed.until), 'year'))}</p>}
      {unsealed > 0 && <p>{t.unsealed(unsealed)}</p>}
      {end && place > 0 && (
        <p>
          {t.end} <code>{end}</code>
        </p>
      )}
    </Notice>
  )
}
