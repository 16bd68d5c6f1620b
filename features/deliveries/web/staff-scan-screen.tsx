import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import { ownStation } from '#features/stations/web/own-station.ts'
import { StationCard } from '#features/stations/web/station-card.tsx'
import { stationsText } from '#features/stations/web/text.ts'
import { useCheckIn } from '#features/stations/web/use-check-in.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type LabelledCase, labelCalls } from '../contract.ts'
import { hearNextLabel } from './hear-next-label.ts'
import { LabelMenu } from './label-menu.tsx'
import { ScanCamera } from './scan-camera.tsx'
import { shippingText } from './shipping-text.ts'
import { useLabelReader } from './use-label-reader.ts'
import './scan.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A label scanned on the screen of another case. */
    scanned?: string
  }
}

/**
 * Finds a bag by its label: a reader types into the field and presses Enter, or a camera reads it. For the bench it opens
 * the case and checks it in if the device has a place; for a driver it shows where the bag belongs.
 */
export function StaffScanScreen() {
  const { scan: t } = useText(shippingText)
  const { tooMany } = useText(stationsText)
  const checkIn = useCheckIn()
  useTitle(t.title)
  const sentence = useProblemText()
  const field = useRef<HTMLInputElement>(null)
  useLabelReader(field)
  const worksOnCases = useMay('production')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [found, setFound] = useState<LabelledCase>()
  async function open(id: string) {
    await navigate({ to: '/staff/cases/$id', params: { id } })
    hearNextLabel(scanned => void navigate({ to: '/staff/scan', state: { scanned } }))
  }
  const { run, isPending, error } = useAttempt(async (code: string) => {
    setFound(undefined)
    setAsked(code)
    const station = worksOnCases ? ownStation() : ''
    if (station) {
      const noted = await checkIn(code, station)
      setTyped('')
      // Afterwards the field is ready for the next label.
      if (noted.isHere || noted.hasLeft) await open(noted.id)
      else field.current?.focus()
      return
    }
    const { data } = await call(labelCalls.find, { query: { code } })
    setTyped('')
    if (worksOnCases) await open(data.id)
    else setFound(data)
  })
  const find = (code: string) => {
    if (code.trim()) void run(code.trim())
  }
  const { scanned } = useRouterState({ select: ({ location }) => location.state })
  const findScanned = useEffectEvent((code: string) => {
    // Only once: going back or reloading must not repeat the scan.
    void navigate({ to: '/staff/scan', replace: true, state: {} })
    find(code)
  })
  useEffect(() => {
    if (scanned) findScanned(scanned)
  }, [scanned])
  const isUnknown = error instanceof Problem && error.status === 404
  return (
    <div className="stack">
      <PageHead title={t.title} description={t.description} />
      <Card>
        <form
          className="stack stack--sm scan__form"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            setMissing(!typed.trim())
            if (!typed.trim()) field.current?.focus()
            find(typed)
          }}
        >
          <TextInput
            label={t.code}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            ref={field}
            required
            error={isMissing && t.missing}
            value={typed}
            onChange={event => {
              setMissing(false)
              setTyped(event.currentTarget.value)
            }}
          />
          <div className="row">
            <Button type="submit" variant="primary" pending={isPending}>
              {t.open}
            </Button>
            <ScanCamera onCode={find} />
          </div>
        </form>
      </Card>
      {error !== undefined && (
        <Notice tone="late" title={isUnknown ? t.unknown(asked) : t.failed} live>
          {!isUnknown && (isStationFull(error) ? tooMany : sentence(error))}
        </Notice>
      )}
      {found && <Found found={found} />}
      {worksOnCases && <StationCard />}
    </div>
  )
}

const isStationFull = (error: unknown) =>
  error instanceof Problem && error.details.errors?.some(({ path, code }) => path === 'station' && code === 'too_many')

function Found({ found: { id, code, practice, deliveryDate } }: { found: LabelledCase }) {
  const { scan: t, label } = useText(shippingText)
  const format = useFormat()
  const drives = useMay('delivery')
  return (
    <Card title={code} actions={<LabelMenu ids={[id]} label={label} />}>
      <div className="stack stack--sm" role="status">
        <p className="strong">{practice.name}</p>
        {deliveryDate && <p>{t.delivery(format.day(deliveryDate, 'long'))}</p>}
        {drives && deliveryDate && (
          <ButtonLink to="/staff/deliveries" search={{ day: deliveryDate }} icon="truck">
            {t.run}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
