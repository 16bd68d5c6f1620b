import { loadText } from '#kit/web/text.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { SeldomDialogProps } from './seldom-dialogs.tsx'

const load = async () => {
  const [{ SeldomDialog }] = await Promise.all([
    import('./seldom-dialogs.tsx'),
    import('./merging-text.ts').then(({ mergingText }) => loadText(mergingText)),
    import('#features/prices/web/practice-list-dialog.tsx').then(({ loadPriceWords }) => loadPriceWords()),
  ])
  return SeldomDialog
}

export const useSeldomDialog = () => useLateDialog<SeldomDialogProps>(load)
