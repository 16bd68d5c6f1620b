// Decodes scans in a process of its own, one at a time, for draco.ts, and writes them where they are wanted as STL.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createDecoderModule } from 'draco3d'
import type { DracoAnswer, DracoTask } from './draco.ts'
import { mostFaces, stlBytes } from './draco-header.ts'

type Mesh = { faces: Uint32Array; points: Float32Array }

async function decode(bytes: Uint8Array): Promise<Mesh | undefined> {
  const draco = await createDecoderModule({})
  const decoder = new draco.Decoder()
  const buffer = new draco.DecoderBuffer()
  buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength)
  if (decoder.GetEncodedGeometryType(buffer) !== draco.TRIANGULAR_MESH) return undefined
  const mesh = new draco.Mesh()
  if (!decoder.DecodeBufferToMesh(buffer, mesh).ok()) return undefined
  const [faceCount, pointCount] = [mesh.num_faces(), mesh.num_points()]
  const attribute = decoder.GetAttributeId(mesh, draco.POSITION)
  if (faceCount === 0 || faceCount > mostFaces || attribute < 0) return undefined

  const faceBytes = faceCount * 12
  const faceAt = draco._malloc(faceBytes)
  decoder.GetTrianglesUInt32Array(mesh, faceBytes, faceAt)
  const faces = new Uint32Array(draco.HEAPU32.buffer, faceAt, faceCount * 3).slice()
  draco._free(faceAt)
  const pointBytes = pointCount * 12
  const pointAt = draco._malloc(pointBytes)
  const positions = decoder.GetAttribute(mesh, attribute)
  decoder.GetAttributeDataArrayForAllPoints(mesh, positions, draco.DT_FLOAT32, pointBytes, pointAt)
  const points = new Float32Array(draco.HEAPF32.buffer, pointAt, pointCount * 3).slice()
  return points.every(Number.isFinite) ? { faces, points } : undefined
}

const trianglesAtOnce = 20_000

/** Binary STL, 50 bytes a triangle after 84. */
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

/** A disk that is nearly full takes a part before it says so. */
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
  const mesh = await decode(readFileSync(from))
  if (!mesh) return 'no_scan'
  if (to) writeStl(to, mesh)
  return { size: stlBytes(mesh.faces.length / 3) }
}

const isFull = (error: unknown) => error instanceof Error && /ENOSPC|EDQUOT/.test(error.message)

process.on('message', async (task: DracoTask) => {
  process.send?.(await answerTo(task).catch((error): DracoAnswer => (isFull(error) ? 'full' : 'no_scan')))
})
