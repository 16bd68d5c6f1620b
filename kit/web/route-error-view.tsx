import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Problem } from '#kit/problem.ts'
import { isChunkFailure } from './chunk-failure.ts'
import { isOffline } from './is-offline.ts'
import { kitText } from './kit-text.ts'
import { NotFoundView } from './not-found-view.tsx'
import { useProblemText } from './problem-text.ts'
import { routeErrorText } from './route-error-text.ts'
import './route-error-view.css'
import { useText } from './text.tsx'
import { useTitle } from './title.ts'
import { Button, buttonClass } from './ui/button.tsx'
import { FullScreenMessage } from './ui/full-screen-message.tsx'
import { useComeBack } from './use-come-back.ts'

type RouteErrorViewProps = ErrorComponentProps & {
  /** For a screen that the user may not open: who may. */
  forbidden: string | undefined
}

/** Replaces a screen that failed: a refusal by the server has its sentence, a bug of ours the generic view. */
export function RouteErrorView({ error, forbidden }: RouteErrorViewProps) {
  if (error instanceof Problem)
    return error.status === 404 ? <NotFoundView /> : <ProblemView problem={error} forbidden={forbidden} />
  return isChunkFailure(error) ? <NewVersionView /> : <BrokenView error={error} />
}

function ProblemView({ problem, forbidden }: { problem: Problem; forbidden: string | undefined }) {
  const t = useText(kitText)
  const own = useText(routeErrorText)
  const router = useRouter()
  const sentence = useProblemText()
  const title = problem.status === 403 ? own.forbidden.title : t.error.title
  useTitle(title)
  useComeBack(isOffline(problem), () => void router.invalidate())
  return (
    <FullScreenMessage
      inFrame
      icon={problem.status === 403 ? 'lock' : problem.status === 0 ? 'offline' : 'warning'}
      title={title}
      description={sentence(problem, { forbidden })}
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
    />
  )
}

function NewVersionView() {
  const t = useText(routeErrorText)
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
  const { retry } = useText(kitText).error
  const t = useText(routeErrorText)
  const [shown, setShown] = useState(false)
  useTitle(t.broken.title)
  return (
    <FullScreenMessage
      inFrame
      icon="warning"
      title={t.broken.title}
      description={t.broken.description}
      action={
        <>
          <Button icon="refresh" onClick={() => location.reload()}>
            {retry}
          </Button>
          <Button variant="bare" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? t.broken.hide : t.broken.show}
          </Button>
        </>
      }
    >
      {shown && <pre className="route-error__details">{error instanceof Error ? error.message : String(error)}</pre>}
    </FullScreenMessage>
  )
}
