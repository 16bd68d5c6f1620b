// The child process of image.ts: re-encodes one image at a time. The memory of libvips is freed with the process, and an
// image that crashes the decoder affects nothing else.
import { stat } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { ImageAnswer, ImageTask } from './image.ts'
import { maximumPixels } from './image.ts'

sharp.cache(false)
sharp.concurrency(1)
// Only the loaders for accepted formats: a decoder that is never reached cannot be attacked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] })

const encoded: Record<ImageTask['type'], (image: Sharp, isSmaller: boolean) => Sharp> = {
  jpg: (image, isSmaller) =>
    image.jpeg({ quality: isSmaller ? 80 : 92, chromaSubsampling: isSmaller ? '4:2:0' : '4:4:4' }),
  // Lossless, because shades are judged by it. The highest level may take a hundred times longer to save a few bytes.
  png: (image, isSmaller) => image.png({ compressionLevel: 6, adaptiveFiltering: isSmaller }),
  webp: (image, isSmaller) => image.webp({ quality: isSmaller ? 80 : 92, effort: 2 }),
}

async function makeAnew({ from, to, type }: ImageTask): Promise<ImageAnswer> {
  // Reads only the header, before anything is decoded.
  const { width, height } = await sharp(from, { limitInputPixels: false, pages: 1 }).metadata()
  if (width * height > maximumPixels[type]) return 'image_too_large'
  const { size: before } = await stat(from)
  const image = () => sharp(from, { limitInputPixels: maximumPixels[type], failOn: 'error', pages: 1 }).autoOrient()
  const first = await encoded[type](image(), false).toFile(to)
  return first.size <= before * 1.1 ? first : encoded[type](image(), true).toFile(to)
}

/** libvips reports this only in its message. */
const isFull = (error: unknown) => error instanceof Error && /no space|ENOSPC|write error/i.test(error.message)

process.on('message', async (task: ImageTask) => {
  const answer = await makeAnew(task).catch((error): ImageAnswer => (isFull(error) ? 'full' : 'no_image'))
  process.send?.(typeof answer === 'object' ? { size: answer.size } : answer)
})
