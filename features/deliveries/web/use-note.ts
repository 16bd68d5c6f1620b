import type { Unsent } from '../unsent.ts'
import { outbox } from './outbox.ts'
import { useSendUnsent } from './use-outbox.ts'

/**
 * Stored on the device before sending, so that nothing is lost with the network. If the device cannot store it, the strip
 * says so.
 */
export function useNote() {
  const { send } = useSendUnsent()
  return async (entry: Unsent, photo?: Blob) => {
    await outbox.add(entry, photo)
    void send()
  }
}
