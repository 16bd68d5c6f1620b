import { newTurns, type Share } from '#kit/server/turns.ts'
import { newProcesses } from './processes.ts'

type PhotoType = 'jpg' | 'png' | 'webp'

/** Sizes that are decoded and re-encoded within three seconds on one processor, even the slowest variants of each format. */
export const maximumPixels: Readonly<Record<PhotoType, number>> = {
  jpg: 50_000_000,
  png: 25_000_000,
  webp: 12_500_000,
}

export type ImageTask = { from: string; to: string; type: PhotoType }
/** `no_image`: it cannot be decoded. `full`: there is no room to write the new one. */
export type ImageAnswer = { size: number } | 'image_too_large' | 'no_image' | 'full'

const { inTurn } = newTurns({ name: 'images', atOnce: 2, atOnceOfOne: [1, 1, 1], longestQueue: 62, retryAfter: 5 })
const ask = newProcesses<ImageTask, ImageAnswer>({
  script: new URL('./image-process.ts', import.meta.url),
  // One heap for all threads, and decoded images above this size in a file: otherwise photos from phones leave hundreds of
  // megabytes allocated.
  env: { MALLOC_ARENA_MAX: '1', VIPS_DISC_THRESHOLD: '64m' },
  // Several times the three seconds, for a busy machine.
  longestMilliseconds: 20_000,
  idleMilliseconds: 10_000,
})

/** Re-encodes a picture: upright, in sRGB, without metadata on place, time or camera, and without anything hidden behind it. */
export const makeAnew = (share: Share, task: ImageTask): Promise<ImageAnswer> =>
  inTurn(share, async () => {
    const answer = await ask(task)
    if (answer === 'too_slow') return 'image_too_large'
    return answer === 'died' ? 'no_image' : answer
  })
