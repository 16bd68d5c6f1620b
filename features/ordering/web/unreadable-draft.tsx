import { useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { discardDraft } from './queries.ts'
import { StartOver } from './start-over.tsx'
import { orderingText } from './text.ts'

/** A draft written by a newer release; it must not block ordering. */
export function UnreadableDraft({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useText(orderingText).draft
  const [isDiscarding, setDiscarding] = useState(false)
  return (
    <div className="state">
      <Button onClick={() => setDiscarding(true)}>{t.delete}</Button>
      <StartOver
        open={isDiscarding}
        onClose={() => setDiscarding(false)}
        discard={() => discardDraft(id)}
        onDone={onDone}
      />
    </div>
  )
}
