import type { Unsent } from '../unsent.ts'
import { outbox } from './outbox.ts'
import { useSendUnsent } from './use-outbox.ts'

/** Kept on the device first, told then: whatever becomes of the network, it is not lost. Where the device takes nothing, the strip says so. */
export function useNote() {
  const { send } = useSendUnsent()
  return async (entry: Unsent, photo?: Blob) => {
    await outbox.add(entry, photo)
    void send()
  }
}
