import { useText } from '#kit/web/text.tsx'
import { Interface } from './interface.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { programsText } from './staff-text.ts'

/** Shows a new key and how to use it. */
export function KeyDialog(made: { name: string; secret: string; onClose: () => void }) {
  const { key } = useText(programsText)
  return (
    <SecretDialog {...made} words={key}>
      <Interface />
    </SecretDialog>
  )
}
