import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#kit/server/folder.ts'
import type { Share } from '#kit/server/turns.ts'
import { makeAnew } from './image.ts'

const beginnings = { png: '89504e470d0a1a0a', jpg: 'ffd8ff', webp: '52494646' } as const
type ImageType = keyof typeof beginnings

function typeOf(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return (Object.keys(beginnings) as ImageType[]).find(type => head.startsWith(beginnings[type]))
}

/** Re-encodes an image in memory, in a process of its own. The type comes from the bytes; anything unknown is no image. */
export const imagesAnew = (passage: string) => async (share: Share, bytes: Uint8Array) => {
  const type = typeOf(bytes)
  if (!type) return 'no_image'
  makeFolder(passage, 0o700)
  const place = join(passage, randomUUID())
  const [from, to] = [`${place}.${type}`, `${place}-anew.${type}`]
  try {
    await writeFile(from, bytes)
    const answer = await makeAnew(share, { from, to, type })
    if (answer === 'full') throw new Error('There is no room to make a picture anew.')
    if (typeof answer === 'string') return answer
    return answer.size > mostBytes ? 'image_too_large' : { bytes: await readFile(to), type }
  } finally {
    await Promise.all([from, to].map(path => rm(path, { force: true })))
  }
}

/** The maximum the table accepts. */
const mostBytes = 512 * 1024
