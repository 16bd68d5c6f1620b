import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
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

/** Which mails a user receives: a section of their account that loads everything it needs. */
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

/** Each choice is kept as it is made: there is nothing to send, and nothing to lose. */
function Choices({ settings }: { settings: KnownSettings }) {
  const t = useText(settingsText)
  const ways = NoticeWay.options.map(value => ({ value, label: t.ways[value] }))
  return (
    <div className="stack">
      {!settings.areMailsSent && <Notice title={t.noMails} />}
      <p className="muted">{t.description(settings.email)}</p>
      <div className="notices-section">
        {NoticeKind.options.map(kind => {
          const value = settings.ways[kind]
          return (
            value && (
              <KeptChoice
                key={kind}
                label={t.kinds[kind].label}
                hint={t.kinds[kind].hint}
                options={ways}
                value={value}
                changeTo={way => ({ ways: { [kind]: way } })}
              />
            )
          )
        })}
        <KeptChoice
          label={t.hour}
          hint={t.hourHint}
          options={hours}
          value={settings.digestHour}
          changeTo={digestHour => ({ digestHour })}
        />
      </div>
      <p className="muted small">{t.atOnceHint}</p>
    </div>
  )
}

type Change = { ways?: Partial<Record<NoticeKind, NoticeWay>>; digestHour?: number }

type KeptChoiceProps<Value> = {
  label: string
  hint: string | undefined
  options: readonly { value: Value; label: string }[]
  value: Value
  changeTo: (value: Value) => Change
}

function KeptChoice<Value extends string | number>({ label, hint, options, value, changeTo }: KeptChoiceProps<Value>) {
  const t = useText(settingsText)
  const sentence = useProblemText()
  const client = useQueryClient()
  const [wanted, setWanted] = useState(value)
  const { run, error } = useAttempt(async (chosen: Value) => {
    const show = (change: Change) =>
      client.setQueryData(noticeSettings.queryKey, known => known && merged(known, change))
    setWanted(chosen)
    show(changeTo(chosen))
    try {
      await call(noticeCalls.change, { body: changeTo(chosen) })
      toast({ title: t.saved })
    } catch (error) {
      // Reverts to the last known saved value; the refetch then confirms it.
      show(changeTo(value))
      void client.invalidateQueries(noticeSettings)
      throw error
    }
  })
  return (
    <div className="notices-section__choice">
      <Select
        {...{ label, hint }}
        options={options.map(option => ({ ...option, value: String(option.value) }))}
        value={String(value)}
        onChange={({ target }) => {
          const chosen = options.find(option => String(option.value) === target.value)
          if (chosen) void run(chosen.value)
        }}
      />
      {error !== undefined && (
        <Notice tone="late" live title={t.notSaved}>
          <p>{sentence(error)}</p>
          <Button size="sm" onClick={() => void run(wanted)}>
            {t.retry}
          </Button>
        </Notice>
      )}
    </div>
  )
}

type KnownSettings = NoticeSettings & { areMailsSent: boolean }

const merged = (known: KnownSettings, { ways, digestHour = known.digestHour }: Change): KnownSettings => ({
  ...known,
  digestHour,
  ways: { ...known.ways, ...ways },
})

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: hour,
  label: `${String(hour).padStart(2, '0')}:00`,
}))
