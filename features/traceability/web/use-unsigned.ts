import { call } from '#kit/web/call.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { unsignedCalls } from '../unsigned-contract.ts'
import type { UnsignedCases } from './unsigned-dialog.tsx'

const load = async () => {
  const [{ UnsignedDialog }, { unsignedText }, { loadText }] = await Promise.all([
    import('./unsigned-dialog.tsx'),
    import('./unsigned-text.ts'),
    import('#kit/web/text.tsx'),
  ])
  await loadText(unsignedText)
  return UnsignedDialog
}

/** Ships cases at once if each has its sheet; otherwise shows first which have none. */
export function useUnsigned() {
  const { open, dialog } = useLateDialog<UnsignedCases>(load)
  async function leave(orderIds: readonly string[], ship: (ids: readonly string[]) => unknown) {
    const { data } = await call(unsignedCalls.check, { body: { orderIds: [...orderIds] } })
    if (data.cases.length === 0) return void (await ship(orderIds))
    open({ ...data, orderIds, ship })
  }
  return { leave, dialog }
}
