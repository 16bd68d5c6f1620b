import { crc32, deflateRawSync } from 'node:zlib'
import { createEncoderModule } from 'draco3d'
import sharp from 'sharp'

/** Files as practices send them, small, made anew in each run. */

export const pdf = (padding = 0) =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n%${'x'.repeat(padding)}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  )

/** Of exactly this many bytes. */
export const pdfOf = (bytes: number) => pdf(bytes - pdf().length)

/** A strip of triangles. */
export function stl(triangles = 2) {
  const bytes = Buffer.alloc(84 + 50 * triangles)
  bytes.writeUInt32LE(triangles, 80)
  for (let triangle = 0; triangle < triangles; triangle++) {
    const corners = [0, 0, 1, triangle, 0, 0, triangle + 1, 0, 0, triangle, 1, Math.sin(triangle)]
    for (const [index, value] of corners.entries()) bytes.writeFloatLE(value, 84 + triangle * 50 + index * 4)
  }
  return bytes
}

export const textStl = () =>
  Buffer.from(
    'solid arch\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 1 0\n  endloop\n endfacet\nendsolid arch\n',
  )

export const ply = () =>
  Buffer.from(
    'ply\nformat ascii 1.0\ncomment of a scanner\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n',
  )

export const obj = () => Buffer.from('# arch\no upper\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')

const flat = (width: number, height: number) => ({ width, height, channels: 3 as const, background: '#c8b79a' })

/** As a phone stores it: lying, with the place where it was taken. */
export const photo = () =>
  sharp({ create: flat(60, 40) })
    .withExif({ IFD0: { Model: 'Secret phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 24/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

export const png = () =>
  sharp({ create: flat(30, 20) })
    .png()
    .toBuffer()
export const webp = () =>
  sharp({ create: flat(30, 20) })
    .webp()
    .toBuffer()

/** Parts packed as one chooses; `claims`: what it says of each unpacked size. */
export function zip(
  parts: Record<string, string | Buffer>,
  { isPacked = false, claims = (unpacked: number) => unpacked } = {},
) {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const plain = Buffer.from(content)
    const packed = isPacked ? deflateRawSync(plain) : plain
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(isPacked ? 8 : 0, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(claims(plain.length), 22)
    head.writeUInt16LE(name.length, 26)
    bodies.push(head, Buffer.from(name), packed)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(isPacked ? 8 : 0, 10)
    entry.writeUInt32LE(crc32(plain), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(claims(plain.length), 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 8)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, ...directory, end])
}

/** Of whatever model, packed as programs do. */
export const threeMfOf = (model: Buffer, claims?: (unpacked: number) => number) =>
  zip(
    { '[Content_Types].xml': '<Types/>', '_rels/.rels': '<Relationships/>', '3D/3dmodel.model': model },
    { isPacked: true, ...(claims ? { claims } : {}) },
  )

export const threeMf = () =>
  zip({ '[Content_Types].xml': '<Types/>', '_rels/.rels': '<Relationships/>', '3D/3dmodel.model': '<model/>' })

/**
 * A grid of `side` × `side` squares, as the browser sends a scan that was too large; `bits` of precision. `attributes`: so
 * many of nothing but zeros beside the places, with seams of their own or not.
 */
export async function draco(side = 10, bits = 16, attributes = 0, hasSeams = false): Promise<Buffer> {
  const module = await createEncoderModule({})
  const points = new Float32Array((side + 1) ** 2 * 3)
  const faces = new Uint32Array(side ** 2 * 6)
  for (let row = 0; row <= side; row++)
    for (let column = 0; column <= side; column++)
      points.set([column, row, Math.sin(row) * Math.cos(column)], (row * (side + 1) + column) * 3)
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const corner = row * (side + 1) + column
      const above = corner + side + 1
      faces.set([corner, corner + 1, above, corner + 1, above + 1, above], (row * side + column) * 6)
    }
  const mesh = new module.Mesh()
  const builder = new module.MeshBuilder()
  builder.AddFacesToMesh(mesh, faces.length / 3, faces)
  builder.AddFloatAttribute(mesh, module.POSITION, points.length / 3, 3, points)
  const zeros = new Float32Array((points.length / 3) * 4)
  for (let made = 0; made < attributes; made++)
    builder.AddFloatAttribute(mesh, module.GENERIC, zeros.length / 4, 4, zeros)
  const encoder = new module.Encoder()
  if (attributes > 0) {
    encoder.SetAttributeQuantization(module.GENERIC, 8)
    encoder.SetSpeedOptions(hasSeams ? 5 : 7, 5)
  }
  encoder.SetAttributeQuantization(module.POSITION, bits)
  encoder.SetEncodingMethod(module.MESH_EDGEBREAKER_ENCODING)
  const out = new module.DracoInt8Array()
  const length = encoder.EncodeMeshToDracoBuffer(mesh, out)
  return Buffer.from(Int8Array.from({ length }, (_, index) => out.GetValue(index)).buffer)
}

export const eicar = () => Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR'}-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`)

/** The body of an upload; fields come before the file. */
export function form(name: string, bytes: Uint8Array, fields: Record<string, string> = {}): FormData {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields)) body.append(field, value)
  body.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  return body
}

/** What is in a ZIP, found as unpacking programs do: by the directory at its end, each part against its checksum. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('This is no whole ZIP.')
  const parts = new Map<string, Buffer>()
  let place = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, sum, size] = [
      bytes.readUInt16LE(place + 10),
      bytes.readUInt32LE(place + 16),
      bytes.readUInt32LE(place + 20),
    ]
    const [name, extra, comment] = [28, 30, 32].map(at => bytes.readUInt16LE(place + at)) as [number, number, number]
    const head = bytes.readUInt32LE(place + 42)
    const begin = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28)
    const content = bytes.subarray(begin, begin + size)
    if (method !== 0 || crc32(content) !== sum) throw new Error('A part of this ZIP is not as its directory says.')
    parts.set(bytes.toString('utf8', place + 46, place + 46 + name), content)
    place += 46 + name + extra + comment
  }
  return parts
}
