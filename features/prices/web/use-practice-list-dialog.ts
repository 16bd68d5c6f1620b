import { loadText } from '#kit/web/text.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { PracticeListDialogProps } from './practice-list-dialog.tsx'

const load = async () => {
  const [{ PracticeListDialog }] = await Promise.all([
    import('./practice-list-dialog.tsx'),
    import('./staff-text.ts').then(({ pricesText }) => loadText(pricesText)),
  ])
  return PracticeListDialog
}

export const usePracticeListDialog = () => useLateDialog<PracticeListDialogProps>(load)
