import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import type { Language } from '#kit/language.ts'

/** Teeth beside each other as a camera sees them from the front, in shades from A1 to A4. */
export function shadePhoto(): Promise<Buffer> {
  const [width, height] = [960, 640]
  const pixels = Buffer.alloc(width * height * 3)
  const shades = [
    [236, 226, 204],
    [228, 213, 184],
    [222, 204, 170],
    [205, 184, 148],
  ]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const tooth = Math.floor(x / 240)
      const across = ((x % 240) - 120) / 108
      const up = (y - 330) / 230
      const isTooth = Math.abs(across) ** 3 + Math.abs(up) ** 4 < 1
      const light = 1 - 0.25 * across ** 2 - 0.12 * up - (isTooth ? 0 : 0.1 * Math.abs(up))
      const color = isTooth ? (shades[tooth] ?? []) : y < 330 ? [176, 92, 92] : [70, 34, 38]
      for (const [channel, value] of color.entries())
        pixels[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, value * light))
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .blur(1.2)
    .jpeg({ quality: 85 })
    .toBuffer()
}

const words = {
  fr: ['Prescription', 'Selon la teinte relevée au cabinet, contacts légers, bord incisif à respecter.'],
  en: ['Prescription', 'Shade as taken in the practice, light contacts, keep the incisal edge.'],
} as const

export function prescriptionPdf(language: Language): Promise<Buffer> {
  const [title, text] = words[language]
  const document = new PDFDocument({ size: 'A5', lang: language, info: { Title: title, CreationDate: new Date(0) } })
  document.fontSize(20).text(title).moveDown().fontSize(12).text(text)
  document.end()
  return buffer(document as unknown as AsyncIterable<Buffer>)
}

/** An arch with fourteen crowns, in millimetres: the lower one looks up. */
export function archScan(arch: 'upper' | 'lower'): Buffer {
  const [along, around] = [112, 14]
  const point = (i: number, j: number): [number, number, number] => {
    const way = (i / along) * Math.PI
    const turn = (j / around) * 2 * Math.PI
    const crown = Math.abs(Math.sin(way * 14)) ** 0.6
    const radius = 4 + 1.4 * crown
    const out = 24 + radius * Math.cos(turn)
    const z = radius * Math.sin(turn) * (Math.sin(turn) > 0 ? 1 + 0.5 * crown : 0.7)
    // Turned over, not mirrored: what is outside stays outside.
    const [x, height] = arch === 'upper' ? [out, z] : [-out, -z]
    return [x * Math.cos(way), out * 1.3 * Math.sin(way), height]
  }
  const triangles: [number, number, number][][] = []
  for (let i = 0; i < along; i++) {
    for (let j = 0; j < around; j++) {
      const [a, b, c, d] = [point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)]
      triangles.push([a, b, c], [a, c, d])
    }
  }
  const stl = Buffer.alloc(84 + 50 * triangles.length)
  stl.writeUInt32LE(triangles.length, 80)
  for (const [index, corners] of triangles.entries()) {
    // Normals stay zero: readers work them out from the corners.
    for (const [place, value] of corners.flat().entries()) stl.writeFloatLE(value, 84 + 50 * index + 12 + 4 * place)
  }
  return stl
}
