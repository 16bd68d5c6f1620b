import type { Case } from '../contract.ts'

export type ChangeCaseProps = { known: Case }

/** With the chart and the shades of a prescription: few visits change anything. */
export async function loadChangeDialog() {
  const { ChangeDialog, loadChangeWords } = await import('#features/ordering/web/change-dialog.tsx')
  await loadChangeWords()
  return ChangeDialog
}
