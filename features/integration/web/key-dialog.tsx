import { useText } from '#kit/web/text.tsx'
import { Interface } from './interface.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { programsText } from './staff-text.ts'

/** A key that has just been made, and how it is used. */
export function KeyDialog(made: { name: string; secret: string; onClose: () => void }) {
  const { key } = useText(programsText)
  return (
    <SecretDialog {...made} words={key}>
      <Interface />
    </SecretDialog>
  )
}
