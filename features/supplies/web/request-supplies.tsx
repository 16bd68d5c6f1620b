import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { Form } from './supply-form.ts'

async function loadDialog() {
  const { loadSuppliesText, SuppliesDialog } = await import('./supplies-dialog.tsx')
  await loadSuppliesText()
  return SuppliesDialog
}

/** For the portal's menu and for screens where supplies are likely to be needed. */
export const useSuppliesDialog = (onOpen?: () => void) => useLateDialog<{ again?: Form }>(loadDialog, { onOpen })
