import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { StaffCase } from '../staff-contract.ts'
import { staffCasesText, staffCaseText } from './staff-text.ts'
import { casesText } from './text.ts'

/** Announces what somebody else has done with a case that is open here, instead of only redrawing it. */
export function StaffMeanwhile({ known: { timeline } }: { known: Pick<StaffCase, 'timeline'> }) {
  const { meanwhile: t, ofPractice } = useText(staffCaseText)
  const { meanwhile } = useText(staffCasesText)
  const { status: names } = useText(casesText)
  const format = useFormat()
  const [seen, setSeen] = useState(timeline.length)
  const news = timeline.flatMap(({ by, status, at, kind, note }, index) => {
    if (index < seen || by?.isOwn) return []
    const who = by && (by.isOfLaboratory ? by.name : ofPractice(by.name))
    const isNote = who && note && kind === 'note'
    return [{ index, words: isNote ? t.noted(who, note) : meanwhile(who, names[status], format.dayTime(at)) }]
  })
  if (news.length === 0) return null
  return (
    <Notice tone="info" live title={t.title}>
      {news.map(({ index, words }) => (
        <p key={index}>{words}</p>
      ))}
      <Button size="sm" onClick={() => setSeen(timeline.length)}>
        {t.seen}
      </Button>
    </Notice>
  )
}
