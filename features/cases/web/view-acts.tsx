import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import type { CaseView } from '../views-contract.ts'
import { caseText } from './case-text.ts'

type ViewActsProps = {
  view: CaseView
  isRemoved: boolean
  onRename: () => void
  onRemove: () => Promise<void>
  onPutBack: () => Promise<void>
}

export function ViewActs({ view: { name }, isRemoved, onRename, onRemove, onPutBack }: ViewActsProps) {
  const t = useText(caseText).views
  const sentence = useProblemText()
  const { run, isPending, error } = useAttempt(isRemoved ? onPutBack : onRemove)
  return (
    <>
      <div className="row">
        {!isRemoved && (
          <Button size="sm" aria-label={t.renameOf(name)} onClick={onRename}>
            {t.rename}
          </Button>
        )}
        <Button
          size="sm"
          pending={isPending}
          aria-label={isRemoved ? t.undoOf(name) : t.removeOf(name)}
          onClick={() => void run()}
        >
          {isRemoved ? t.undo : t.remove}
        </Button>
      </div>
      {error !== undefined && (
        <Notice tone="late" live title={isRemoved ? t.notBack : t.notRemoved}>
          {sentence(error, t.problems)}
        </Notice>
      )}
    </>
  )
}
