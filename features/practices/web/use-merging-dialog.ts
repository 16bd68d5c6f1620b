import { loadText } from '#kit/web/text.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { MergingDialogProps } from './merging-dialog.tsx'

const load = async () => {
  const [{ MergingDialog }] = await Promise.all([
    import('./merging-dialog.tsx'),
    import('./merging-text.ts').then(({ mergingText }) => loadText(mergingText)),
  ])
  return MergingDialog
}

export const useMergingDialog = () => useLateDialog<MergingDialogProps>(load)
