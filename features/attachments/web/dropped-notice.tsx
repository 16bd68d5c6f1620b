import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { countDropped } from './dropped-files.ts'

type DroppedProps = { title: (count: number) => string; advice: string; attach: string; onAttach: () => void }

/** Files were dropped for an order while another one was begun: the user says which patient they belong to. */
export function DroppedNotice({ title, advice, attach, onAttach }: DroppedProps) {
  const count = countDropped()
  if (count === 0) return null
  return (
    <Notice tone="warn" live title={title(count)}>
      <div className="row">
        <span>{advice}</span>
        <Button size="sm" icon="paperclip" onClick={onAttach}>
          {attach}
        </Button>
      </div>
    </Notice>
  )
}
