import type { Case } from '../contract.ts'

export type ChangeCaseProps = { known: Case }

/** Brings the tooth chart and the shades, so it is loaded on demand: few visits change anything. */
export async function loadChangeDialog() {
  const { ChangeDialog, loadChangeWords } = await import('#features/ordering/web/change-dialog.tsx')
  await loadChangeWords()
  return ChangeDialog
}
