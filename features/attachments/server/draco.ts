import { Worker } from 'node:worker_threads'
import { newTurns, type Share } from '#kit/server/turns.ts'
import { dracoSize, isBearable } from './draco-header.ts'

const longestMilliseconds = 20_000
const { inTurn } = newTurns({ name: 'scans', atOnce: 1, longestQueue: 20, retryAfter: 3 })

type Decoded = { isMesh: boolean; stl?: Uint8Array<ArrayBuffer> }

/** A thread that takes too long, or dies of what it was given, has decoded nothing. */
const inThread = (bytes: Uint8Array, wants: 'stl' | 'check') =>
  new Promise<Decoded>(resolve => {
    const worker = new Worker(new URL('./draco-worker.ts', import.meta.url), {
      workerData: { bytes, wants },
      // The decoder's module writes to the console when it fails.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const give = (decoded: Decoded) => {
      clearTimeout(late)
      resolve(decoded)
      void worker.terminate()
    }
    const late = setTimeout(() => give({ isMesh: false }), longestMilliseconds)
    worker.once('message', give)
    worker.once('error', () => give({ isMesh: false }))
    worker.once('exit', () => give({ isMesh: false }))
  })

/** Read only when its turn has come: those that wait hold no bytes. */
const decoded = (share: Share, read: () => Promise<Uint8Array>, wants: 'stl' | 'check') =>
  inTurn(share, async (): Promise<Decoded> => {
    const bytes = await read()
    return isBearable(dracoSize(bytes)) ? inThread(bytes, wants) : { isMesh: false }
  })

/** Whether these bytes decode to a surface of bearable size. */
export const isScan = async (share: Share, read: () => Promise<Uint8Array>): Promise<boolean> =>
  (await decoded(share, read, 'check')).isMesh

/** The scan as the binary STL it was before the browser compressed it. */
export const asStl = async (
  share: Share,
  read: () => Promise<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer> | undefined> => (await decoded(share, read, 'stl')).stl
