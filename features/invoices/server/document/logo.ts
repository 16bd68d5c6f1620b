import { createHash } from 'node:crypto'
import sharp from 'sharp'

// Of all formats libvips reads, allow only those of logos: an unreachable decoder cannot be attacked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

/** Three times the drawn size, the finest detail paper shows. */
const size = { width: 570, height: 138 }

let last: { key: string; png: Promise<Uint8Array | null> } | undefined

/**
 * On white and without transparency, as old printers and readers need; null where it is no image. The last logo is
 * cached, since a run over a month asks for the same one again and again.
 */
export function logoOnPaper(logo: Uint8Array): Promise<Uint8Array | null> {
  const key = createHash('sha256').update(logo).digest('hex')
  if (last?.key !== key) last = { key, png: madeAnew(logo) }
  return last.png
}

async function madeAnew(logo: Uint8Array): Promise<Uint8Array | null> {
  const image = sharp(logo, { limitInputPixels: 40_000_000, failOn: 'error', pages: 1 })
  const fitted = image.autoOrient().resize({ ...size, fit: 'inside', withoutEnlargement: true })
  try {
    return await fitted.flatten({ background: '#ffffff' }).toColourspace('srgb').png({ palette: false }).toBuffer()
  } catch {
    return null
  }
}
