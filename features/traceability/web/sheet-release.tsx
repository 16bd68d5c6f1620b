import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { type BenchSheet, staffTraceabilityCalls } from '../contract.ts'
import { NewReleaseCheck } from '../input.ts'
import { isPutRight, releasePoints } from '../rules.ts'
import { staffSheetsText } from './staff-text.ts'

type SheetReleaseProps = { sheet: BenchSheet; isOpen: boolean }
type Point = (typeof releasePoints)[number]

/** The checks before the device leaves: past ones and, until it is signed, the form for the next. */
export function SheetRelease({ sheet, isOpen }: SheetReleaseProps) {
  const t = useText(staffSheetsText).sheet
  const { dayTime } = useFormat()
  const next = (sheet.statement?.version ?? 0) + 1
  const isChecked = sheet.checks.some(({ version, isOvertaken }) => version === next && !isOvertaken)
  return (
    <Card title={t.release}>
      {sheet.checks.length > 0 && (
        <ul className="bench-lots">
          {sheet.checks.map(({ version, points, note, by, at, isOvertaken }) => (
            <li key={at}>
              <TwoLines sub={[points.map(point => t.points[point]).join(', '), note].filter(Boolean).join(' · ')}>
                {t.checkedBy(by, dayTime(at))}, {t.ofVersion(version)}
                {isOvertaken && <span className="tone--warn"> · {t.overtaken}</span>}
              </TwoLines>
            </li>
          ))}
        </ul>
      )}
      {!isOpen && sheet.checks.length === 0 && <p className="muted">{t.noChecks}</p>}
      {isOpen && !isChecked && <ReleaseForm sheet={sheet} />}
    </Card>
  )
}

function ReleaseForm({ sheet: { id, gaps, changedAt } }: Pick<SheetReleaseProps, 'sheet'>) {
  const t = useText(staffSheetsText).sheet
  const sentence = useProblemText()
  const changed = useChanged()
  const [seen, see] = useState(changedAt)
  const form = useForm({
    initial: { points: [] as Point[], note: '' },
    shape: NewReleaseCheck,
    body: ({ points, note }) => ({ points, seenChangedAt: seen, ...(note.trim() && { note }) }),
    sentences: { points: { required: t.pointsMissing }, note: { too_long: t.tooLong } },
    send: (body, key) =>
      call(staffTraceabilityCalls.checkRelease, { params: { id }, body, key }).finally(() => void changed('sheets')),
    done: () => {
      toast({ title: t.checked })
    },
  })
  const { points } = form.values
  const isOther = changedAt !== seen
  const left = releasePoints.filter(point => !points.includes(point)).map(point => t.points[point])
  return (
    <form className="stack" {...form.props}>
      <Fieldset legend={t.releaseHint}>
        {releasePoints.map((point, index) => (
          <Checkbox
            key={point}
            name={index === 0 ? 'points' : undefined}
            label={t.points[point]}
            error={index === 0 && form.errorOf('points')}
            checked={points.includes(point)}
            onChange={({ currentTarget }) =>
              form.set({
                points: releasePoints.filter(one => (one === point ? currentTarget.checked : points.includes(one))),
              })
            }
          />
        ))}
      </Fieldset>
      <TextInput {...form.text('note')} label={t.note} mark={t.optional} autoComplete="off" />
      {isOther && (
        <Notice tone="warn" live title={t.madeOtherwise}>
          {t.madeOtherwiseAdvice}{' '}
          <Button
            size="sm"
            onClick={() => {
              see(changedAt)
              form.set({ points: [] })
              form.focus('points')
            }}
          >
            {t.lookAgain}
          </Button>
        </Notice>
      )}
      {form.failure !== undefined && !isOther && !isPutRight(form.failure, gaps) && (
        <Notice tone="late" live title={t.checkFailed}>
          {sentence(form.failure, t.checkRefusals)}
        </Notice>
      )}
      {points.length > 0 && left.length > 0 && (
        <p className="tone--warn" role="status">
          {t.notChecked(left.join(', '))}
        </p>
      )}
      <div>
        <Button type="submit" icon="check" pending={form.isPending}>
          {t.check}
        </Button>
      </div>
    </form>
  )
}
