import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Problem } from '#kit/problem.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { ErrorState } from '#kit/web/ui/error-state.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { Spinner } from '#kit/web/ui/spinner.tsx'
import { openedScan } from './opened-scan.ts'
import { drawScan } from './scan-picture.ts'
import { openStage, type Stage } from './scan-stage.ts'
import type { OpenedScan, ScanType } from './scan-worker.ts'
import { attachmentsText } from './text.ts'

/** The same colour as in scan-stage.ts. */
const stone = [217, 203, 178] as const

/** Keys for the same moves as with the pointer. */
const moves: Record<string, (stage: Stage) => void> = {
  ArrowLeft: stage => stage.turn(-0.15, 0),
  ArrowRight: stage => stage.turn(0.15, 0),
  ArrowUp: stage => stage.turn(0, 0.15),
  ArrowDown: stage => stage.turn(0, -0.15),
  '+': stage => stage.zoom(0.85),
  '-': stage => stage.zoom(1.18),
}

export function ScanView({ id, name, blob, type }: { id: string; name: string; blob: Blob; type: ScanType }) {
  const t = useText(attachmentsText)
  const sentence = useProblemText()
  const { data: scan, error, isFetching, refetch } = useQuery(openedScan({ id, type, blob }))
  if (error instanceof Problem && error.code === 'scan_unreadable') {
    return <EmptyState icon="tooth" title={t.viewer.failed} description={t.viewer.failedHint} />
  }
  if (error) {
    return (
      <ErrorState
        title={t.viewer.notLoaded}
        description={sentence(error)}
        retryLabel={t.sending.retry}
        pending={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!scan) return <Spinner label={t.viewer.loading} />
  return <Turned name={name} scan={scan} />
}

/** Focuses the canvas, so that the keys work at once, unless the user has left the dialog. */
function takeFocus(canvas: HTMLCanvasElement) {
  if (canvas.closest('dialog')?.contains(document.activeElement)) canvas.focus({ preventScroll: true })
}

/** Rotates by dragging, keys and buttons. A still picture where the browser has no WebGL. */
function Turned({ name, scan }: { name: string; scan: OpenedScan }) {
  const t = useText(attachmentsText)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [stage, setStage] = useState<Stage>()
  const [isStill, setIsStill] = useState(false)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    if (isStill) {
      drawScan(element, scan, { turn: 0.5, tilt: 0.9 }, stone)
      return
    }
    try {
      const opened = openStage(element, scan)
      setStage(opened)
      takeFocus(element)
      return () => opened.close()
    } catch {
      setIsStill(true)
    }
  }, [scan, isStill])

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move || !stage) return
    event.preventDefault()
    move(stage)
  }
  if (isStill) {
    // A new element: a canvas that failed to provide WebGL provides no other context.
    return (
      <figure className="scan-view">
        <canvas
          key="still"
          ref={canvas}
          className="scan-view__canvas"
          width={960}
          height={640}
          role="img"
          aria-label={t.viewer.picture(name)}
        />
        <figcaption className="muted small">{t.viewer.noTurning}</figcaption>
      </figure>
    )
  }
  return (
    <figure className="scan-view">
      <canvas
        key="turned"
        ref={canvas}
        className="scan-view__canvas"
        role="img"
        aria-label={t.viewer.scan(name)}
        tabIndex={0}
        onKeyDown={onKeyDown}
      />
      <fieldset className="row scan-view__views" aria-label={t.viewer.views}>
        <Button size="sm" onClick={() => stage?.look('front')}>
          {t.viewer.front}
        </Button>
        <Button size="sm" onClick={() => stage?.look('above')}>
          {t.viewer.above}
        </Button>
        <Button size="sm" onClick={() => stage?.look('below')}>
          {t.viewer.below}
        </Button>
        <IconButton size="sm" icon="plus" label={t.viewer.closer} onClick={() => stage?.zoom(0.8)} />
        <IconButton size="sm" icon="minus" label={t.viewer.further} onClick={() => stage?.zoom(1.25)} />
      </fieldset>
      <figcaption className="muted small">
        {t.viewer.triangles(scan.indices.length / 3)} · {t.viewer.turnHint}
      </figcaption>
    </figure>
  )
}
