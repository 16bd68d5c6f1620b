import { stat } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { newTurns } from '#kit/server/turns.ts'

type ImageType = 'jpg' | 'png' | 'webp'

export const maximumPixels = 50_000_000

// Nothing is kept from one image to the next, one thread each: a decoded photo is large, and the machine serves others.
sharp.cache(false)
sharp.concurrency(1)
// Of all that libvips can read, what we take: a decoder that is never reached cannot be attacked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] })

const inTurn = newTurns({ atOnce: 1, longestQueue: 63, retryAfter: 5 })

const open = (path: string) => sharp(path, { limitInputPixels: maximumPixels, failOn: 'error', pages: 1 })

/** As the header says, before anything is decoded; undefined where there is no such image. */
export async function pixelsOf(path: string): Promise<number | undefined> {
  const { width, height } = await sharp(path, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }))
  return width * height || undefined
}

const encoded: Record<ImageType, (image: Sharp, isSmaller: boolean) => Sharp> = {
  jpg: (image, isSmaller) =>
    image.jpeg({ quality: isSmaller ? 80 : 92, chromaSubsampling: isSmaller ? '4:2:0' : '4:4:4' }),
  // Without loss: shades are judged by it.
  png: (image, isSmaller) => image.png({ compressionLevel: 9, adaptiveFiltering: isSmaller }),
  webp: (image, isSmaller) => image.webp({ quality: isSmaller ? 80 : 92 }),
}

/**
 * The same picture made anew: upright, in sRGB, without a word of where, when and with what it was taken, and without
 * anything that was hidden behind it. Undefined where it cannot be decoded.
 */
export const makeAnew = (from: string, to: string, type: ImageType): Promise<{ size: number } | undefined> =>
  inTurn(async () => {
    const { size: before } = await stat(from)
    let made: { size: number } | undefined
    for (const isSmaller of [false, true]) {
      made = await encoded[type](open(from).autoOrient(), isSmaller)
        .toFile(to)
        .catch(error => {
          if (isFull(error)) throw error
          return undefined
        })
      if (!made || made.size <= before * 1.1) break
    }
    return made
  })

/** libvips says it in words only. */
const isFull = (error: unknown) => error instanceof Error && /no space|ENOSPC|write error/i.test(error.message)
