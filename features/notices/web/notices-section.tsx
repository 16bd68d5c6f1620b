import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { NoticeKind, type NoticeSettings, NoticeWay, noticeCalls } from '../contract.ts'
import './notices-section.css'
import { noticeSettings } from './queries.ts'
import { settingsText } from './text.ts'

/** By which mail somebody is told of what: a section of their account, which brings all that it needs. */
export function NoticesSection() {
  return (
    <Suspense fallback={<Skeleton shape="block" />}>
      <Section />
    </Suspense>
  )
}

function Section() {
  const t = useText(settingsText)
  const settings = useQuery(noticeSettings)
  return (
    <Card title={t.title}>
      {settings.data ? (
        <Choices settings={settings.data} />
      ) : settings.error ? (
        <QueryFailure title={t.failed} query={settings} />
      ) : (
        <Skeleton shape="block" />
      )}
    </Card>
  )
}

type Change = { ways?: Partial<Record<NoticeKind, NoticeWay>>; digestHour?: number }

/** Each choice is kept as it is made: there is nothing to send, and nothing to lose. */
function Choices({ settings }: { settings: NoticeSettings }) {
  const t = useText(settingsText)
  const sentence = useProblemText()
  const client = useQueryClient()
  const { run: save, error } = useAttempt(async (change: Change) => {
    const { queryKey } = noticeSettings
    client.setQueryData(queryKey, known => known && merged(known, change))
    try {
      await call(noticeCalls.change, { body: change })
      toast({ title: t.saved })
    } catch (error) {
      // What is shown is what is kept.
      await client.refetchQueries(noticeSettings)
      throw error
    }
  })
  const ways = NoticeWay.options.map(value => ({ value, label: t.ways[value] }))
  return (
    <div className="stack">
      <p className="muted">{t.description(settings.email)}</p>
      {error !== undefined && (
        <Notice tone="late" live title={t.notSaved}>
          {sentence(error)}
        </Notice>
      )}
      <div className="notices-section">
        {NoticeKind.options.map(kind => (
          <Select
            key={kind}
            label={t.kinds[kind].label}
            hint={t.kinds[kind].hint}
            options={ways}
            value={settings.ways[kind]}
            onChange={({ target }) => {
              const way = NoticeWay.options.find(one => one === target.value)
              if (way) void save({ ways: { [kind]: way } })
            }}
          />
        ))}
        <Select
          label={t.hour}
          hint={t.hourHint}
          options={hours}
          value={String(settings.digestHour)}
          onChange={({ target }) => void save({ digestHour: Number(target.value) })}
        />
      </div>
      <p className="muted small">{t.atOnceHint}</p>
    </div>
  )
}

const merged = (known: NoticeSettings, { ways, digestHour = known.digestHour }: Change): NoticeSettings => ({
  ...known,
  digestHour,
  ways: { ...known.ways, ...ways },
})

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))
