import { useQuery } from '@tanstack/react-query'
import { Problem } from '#kit/problem.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { draftQuery } from './queries.ts'
import { reviewText } from './review-text.ts'
import type { Draft } from './use-draft.ts'

type ConflictProps = { id: string; onKeepThis: (other: Draft | null) => void; onTakeOther: (other: Draft) => void }

/** Two tabs or devices have saved: the user chooses which version counts. */
export function ConflictNotice({ id, onKeepThis, onTakeOther }: ConflictProps) {
  const t = useText(reviewText).draft
  const format = useFormat()
  // Always reads the server's current version, ignoring the cache.
  const { data, error, isFetching } = useQuery({ ...draftQuery(id), staleTime: 0, refetchOnMount: 'always' })
  const other = error instanceof Problem && error.status === 404 ? null : data
  if (isFetching || other === undefined) return null
  return (
    <Notice tone="warn" live title={other ? t.changedTitle : t.endedTitle}>
      <div className="stack stack--sm">
        <p>{other ? t.changedAdvice(format.time(other.updatedAt)) : t.endedAdvice}</p>
        <div className="row">
          <Button size="sm" onClick={() => onKeepThis(other)}>
            {t.keepThis}
          </Button>
          {other ? (
            <Button size="sm" onClick={() => onTakeOther(other)}>
              {t.takeOther}
            </Button>
          ) : (
            <ButtonLink size="sm" to="/cases">
              {t.seeCases}
            </ButtonLink>
          )}
        </div>
      </div>
    </Notice>
  )
}
