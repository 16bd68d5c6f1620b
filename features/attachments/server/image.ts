import { type ChildProcess, fork } from 'node:child_process'
import { newTurns, type Share } from '#kit/server/turns.ts'

export const maximumPixels = 50_000_000

export type ImageTask = { from: string; to: string; type: 'jpg' | 'png' | 'webp' }
/** `no_image`: it cannot be decoded. `full`: there is no room to write the new one. */
export type ImageAnswer = { size: number } | 'image_too_large' | 'no_image' | 'full'

const { inTurn } = newTurns({ name: 'images', atOnce: 1, longestQueue: 63, retryAfter: 5 })
const longestMilliseconds = 30_000
const idleMilliseconds = 10_000

let imageProcess: ChildProcess | undefined
let idle: ReturnType<typeof setTimeout> | undefined

/**
 * The same picture made anew: upright, in sRGB, without a word of where, when and with what it was taken, and without
 * anything that was hidden behind it.
 */
export const makeAnew = (share: Share, task: ImageTask): Promise<ImageAnswer> =>
  inTurn(share, async () => {
    clearTimeout(idle)
    imageProcess ??= start()
    const child = imageProcess
    const answer = await ask(child, task)
    idle = setTimeout(() => end(child), idleMilliseconds).unref()
    return answer
  })

function start(): ChildProcess {
  const child = fork(new URL('./image-process.ts', import.meta.url), {
    // One heap for all threads, and what is decoded beyond this in a file: else photos of phones leave hundreds of
    // megabytes behind them.
    env: { MALLOC_ARENA_MAX: '1', VIPS_DISC_THRESHOLD: '64m' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.once('exit', () => {
    if (imageProcess === child) imageProcess = undefined
  })
  child.unref()
  child.channel?.unref()
  return child
}

function end(child: ChildProcess): void {
  if (imageProcess === child) imageProcess = undefined
  child.kill('SIGKILL')
}

/** Who dies of an image, or does not come to an end with it, has not decoded it. */
function ask(child: ChildProcess, task: ImageTask): Promise<ImageAnswer> {
  return new Promise(resolve => {
    const give = (answer: ImageAnswer) => {
      clearTimeout(late)
      child.off('message', give).off('exit', giveUp).off('error', giveUp)
      resolve(answer)
    }
    const giveUp = () => {
      end(child)
      give('no_image')
    }
    const late = setTimeout(giveUp, longestMilliseconds)
    child.on('message', give).on('exit', giveUp).on('error', giveUp)
    child.send(task)
  })
}
