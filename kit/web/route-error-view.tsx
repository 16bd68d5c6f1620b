import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Problem } from '#kit/problem.ts'
import { isChunkFailure } from './chunk-failure.ts'
import { kitText } from './kit-text.ts'
import { NotFoundView } from './not-found-view.tsx'
import { useProblemText, useReference } from './problem-text.ts'
import './route-error-view.css'
import { useText } from './text.tsx'
import { useTitle } from './title.ts'
import { Button, buttonClass } from './ui/button.tsx'
import { FullScreenMessage } from './ui/full-screen-message.tsx'
import { isOffline, useComeBack } from './use-come-back.ts'

/** Stands where a screen should be: what the server refused gets its sentence, a bug of ours gets the generic view. */
export function RouteErrorView({ error }: ErrorComponentProps) {
  if (error instanceof Problem) return error.status === 404 ? <NotFoundView /> : <ProblemView problem={error} />
  return isChunkFailure(error) ? <NewVersionView /> : <BrokenView error={error} />
}

function ProblemView({ problem }: { problem: Problem }) {
  const t = useText(kitText)
  const router = useRouter()
  const sentence = useProblemText()
  const reference = useReference()(problem)
  const title = problem.status === 403 ? t.forbidden.title : t.error.title
  useTitle(title)
  useComeBack(isOffline(problem), () => void router.invalidate())
  return (
    <FullScreenMessage
      inFrame
      icon={problem.status === 403 ? 'lock' : problem.status === 0 ? 'offline' : 'warning'}
      title={title}
      description={sentence(problem)}
      action={
        problem.status === 403 ? (
          <Link to="/" className={buttonClass({ variant: 'primary' })}>
            {t.notFound.back}
          </Link>
        ) : (
          <Button icon="refresh" onClick={() => router.invalidate()}>
            {t.error.retry}
          </Button>
        )
      }
    >
      {reference && <p className="muted small">{reference}</p>}
    </FullScreenMessage>
  )
}

function NewVersionView() {
  const t = useText(kitText)
  useTitle(t.newVersion.title)
  return (
    <FullScreenMessage
      inFrame
      icon="refresh"
      title={t.newVersion.title}
      description={t.newVersion.description}
      action={<Button onClick={() => location.reload()}>{t.newVersion.reload}</Button>}
    />
  )
}

function BrokenView({ error }: { error: unknown }) {
  const t = useText(kitText)
  const [shown, setShown] = useState(false)
  useTitle(t.routeError.title)
  return (
    <FullScreenMessage
      inFrame
      icon="warning"
      title={t.routeError.title}
      description={t.routeError.description}
      action={
        <>
          <Button icon="refresh" onClick={() => location.reload()}>
            {t.error.retry}
          </Button>
          <Button variant="bare" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? t.routeError.hide : t.routeError.show}
          </Button>
        </>
      }
    >
      {shown && <pre className="route-error__details">{error instanceof Error ? error.message : String(error)}</pre>}
    </FullScreenMessage>
  )
}
