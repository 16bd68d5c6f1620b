import { PracticeListDialog, type PracticeListDialogProps } from '#features/prices/web/practice-list-dialog.tsx'
import { MergingDialog, type MergingDialogProps } from './merging-dialog.tsx'

export type SeldomDialogProps = MergingDialogProps & PracticeListDialogProps & { act: 'merge' | 'place' }

/** Actions on a practice that are needed once in years. */
export const SeldomDialog = ({ act, ...props }: SeldomDialogProps & { onClose: () => void }) =>
  act === 'merge' ? <MergingDialog {...props} /> : <PracticeListDialog {...props} />
