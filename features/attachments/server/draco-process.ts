// The child process of draco.ts: decodes one scan at a time and writes it as STL to the requested path.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createDecoderModule } from 'draco3d'
import type { DracoAnswer, DracoTask } from './draco.ts'
import { mostAttributes, mostFaces, stlBytes } from './draco-header.ts'

type Mesh = { faces: Uint32Array; points: Float32Array }

/** The largest accepted scan needs half of this; a file that demands more ends this process. */
const mostMemoryBytes = 384 * 1024 * 1024

/** TypeScript declares this only for browsers. */
declare const WebAssembly: { Memory: { prototype: { buffer: ArrayBuffer; grow(pages: number): number } } }

// No setting of Node limits the memory of WebAssembly, and Draco's own limit is two gigabytes.
const grow = WebAssembly.Memory.prototype.grow
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65_536 > mostMemoryBytes) throw new RangeError('too much memory')
  return grow.call(this, pages)
}

const draco = await createDecoderModule({})

function decode(bytes: Uint8Array): Mesh | undefined {
  const decoder = new draco.Decoder()
  const buffer = new draco.DecoderBuffer()
  const mesh = new draco.Mesh()
  try {
    buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength)
    if (decoder.GetEncodedGeometryType(buffer) !== draco.TRIANGULAR_MESH) return undefined
    if (!decoder.DecodeBufferToMesh(buffer, mesh).ok()) return undefined
    const attribute = decoder.GetAttributeId(mesh, draco.POSITION)
    const isBorne = mesh.num_faces() <= mostFaces && mesh.num_attributes() <= mostAttributes
    if (mesh.num_faces() === 0 || !isBorne || attribute < 0) return undefined
    const faces = lend(mesh.num_faces() * 12, (size, address) => {
      decoder.GetTrianglesUInt32Array(mesh, size, address)
      return new Uint32Array(draco.HEAPU32.buffer, address, size / 4).slice()
    })
    const positions = decoder.GetAttribute(mesh, attribute)
    const points = lend(mesh.num_points() * 12, (size, address) => {
      decoder.GetAttributeDataArrayForAllPoints(mesh, positions, draco.DT_FLOAT32, size, address)
      return new Float32Array(draco.HEAPF32.buffer, address, size / 4).slice()
    })
    return points.every(Number.isFinite) ? { faces, points } : undefined
  } finally {
    for (const made of [mesh, buffer, decoder]) draco.destroy(made)
  }
}

/** Allocates memory of the decoder and always frees it. */
function lend<T>(size: number, use: (size: number, address: number) => T): T {
  const address = draco._malloc(size)
  if (address === 0) throw new RangeError('too much memory')
  try {
    return use(size, address)
  } finally {
    draco._free(address)
  }
}

const trianglesAtOnce = 20_000

/** Binary STL: 84 bytes, then 50 per triangle. */
function writeStl(path: string, { faces, points }: Mesh): void {
  const count = faces.length / 3
  const file = openSync(path, 'wx', 0o600)
  try {
    const head = Buffer.alloc(84)
    head.writeUInt32LE(count, 80)
    writeSync(file, head)
    for (let first = 0; first < count; first += trianglesAtOnce) {
      writeAll(file, trianglesOf({ faces, points }, first, Math.min(count, first + trianglesAtOnce)))
    }
  } finally {
    closeSync(file)
  }
}

/** Loops, because a nearly full disk may accept a part before it reports an error. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

function trianglesOf({ faces, points }: Mesh, first: number, end: number): Uint8Array {
  const bytes = new Uint8Array((end - first) * 50)
  const view = new DataView(bytes.buffer)
  const at = (corner: number, axis: number) => points[(faces[corner] ?? 0) * 3 + axis] ?? 0
  for (let face = first; face < end; face++) {
    const [a, b, c] = [face * 3, face * 3 + 1, face * 3 + 2]
    const edge = (to: number, axis: number) => at(to, axis) - at(a, axis)
    const nx = edge(b, 1) * edge(c, 2) - edge(b, 2) * edge(c, 1)
    const ny = edge(b, 2) * edge(c, 0) - edge(b, 0) * edge(c, 2)
    const nz = edge(b, 0) * edge(c, 1) - edge(b, 1) * edge(c, 0)
    const length = Math.hypot(nx, ny, nz) || 1
    let offset = (face - first) * 50
    for (const value of [nx / length, ny / length, nz / length]) {
      view.setFloat32(offset, value, true)
      offset += 4
    }
    for (const corner of [a, b, c]) {
      for (let axis = 0; axis < 3; axis++) {
        view.setFloat32(offset, at(corner, axis), true)
        offset += 4
      }
    }
  }
  return bytes
}

async function answerTo({ from, to }: DracoTask): Promise<DracoAnswer> {
  const mesh = decode(readFileSync(from))
  if (!mesh) return 'no_scan'
  if (to) writeStl(to, mesh)
  return { size: stlBytes(mesh.faces.length / 3) }
}

const isFull = (error: unknown) => error instanceof Error && /ENOSPC|EDQUOT/.test(error.message)

process.on('message', async (task: DracoTask) => {
  // After a failure the decoder's state and memory are unusable, so the process ends.
  process.send?.(await answerTo(task).catch((error): DracoAnswer => (isFull(error) ? 'full' : process.exit(1))))
})
