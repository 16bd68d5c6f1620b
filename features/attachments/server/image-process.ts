// Makes images anew in a process of its own, one at a time, for image.ts. What libvips takes of memory goes with the
// process, and an image that breaks the decoder breaks nothing else.
import { stat } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { ImageAnswer, ImageTask } from './image.ts'
import { maximumPixels } from './image.ts'

sharp.cache(false)
sharp.concurrency(1)
// Of all that libvips can read, what we take: a decoder that is never reached cannot be attacked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] })

const encoded: Record<ImageTask['type'], (image: Sharp, isSmaller: boolean) => Sharp> = {
  jpg: (image, isSmaller) =>
    image.jpeg({ quality: isSmaller ? 80 : 92, chromaSubsampling: isSmaller ? '4:2:0' : '4:4:4' }),
  // Without loss: shades are judged by it. The highest level may take a hundred times longer to save a few bytes.
  png: (image, isSmaller) => image.png({ compressionLevel: 6, adaptiveFiltering: isSmaller }),
  webp: (image, isSmaller) => image.webp({ quality: isSmaller ? 80 : 92, effort: 2 }),
}

async function makeAnew({ from, to, type }: ImageTask): Promise<ImageAnswer> {
  // The header alone, before anything is decoded.
  const { width, height } = await sharp(from, { limitInputPixels: false, pages: 1 }).metadata()
  if (width * height > maximumPixels[type]) return 'image_too_large'
  const { size: before } = await stat(from)
  const image = () => sharp(from, { limitInputPixels: maximumPixels[type], failOn: 'error', pages: 1 }).autoOrient()
  const first = await encoded[type](image(), false).toFile(to)
  return first.size <= before * 1.1 ? first : encoded[type](image(), true).toFile(to)
}

/** libvips says it in words only. */
const isFull = (error: unknown) => error instanceof Error && /no space|ENOSPC|write error/i.test(error.message)

process.on('message', async (task: ImageTask) => {
  const answer = await makeAnew(task).catch((error): ImageAnswer => (isFull(error) ? 'full' : 'no_image'))
  process.send?.(typeof answer === 'object' ? { size: answer.size } : answer)
})
