// Decodes one scan in a thread of its own, so that nobody else waits for it, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { createDecoderModule } from 'draco3d'
import { mostFaces } from './draco-header.ts'

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

/** Binary STL, 50 bytes a triangle after 84. */
function stlOf({ faces, points }: Mesh): Uint8Array<ArrayBuffer> {
  const count = faces.length / 3
  const stl = new Uint8Array(84 + 50 * count)
  const view = new DataView(stl.buffer)
  view.setUint32(80, count, true)
  const at = (corner: number, axis: number) => points[(faces[corner] ?? 0) * 3 + axis] ?? 0
  for (let face = 0; face < count; face++) {
    const [a, b, c] = [face * 3, face * 3 + 1, face * 3 + 2]
    const edge = (to: number, axis: number) => at(to, axis) - at(a, axis)
    const nx = edge(b, 1) * edge(c, 2) - edge(b, 2) * edge(c, 1)
    const ny = edge(b, 2) * edge(c, 0) - edge(b, 0) * edge(c, 2)
    const nz = edge(b, 0) * edge(c, 1) - edge(b, 1) * edge(c, 0)
    const length = Math.hypot(nx, ny, nz) || 1
    let offset = 84 + face * 50
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
  return stl
}

const { bytes, wants } = workerData as { bytes: Uint8Array; wants: 'stl' | 'check' }
const mesh = await decode(bytes)
const stl = mesh && wants === 'stl' ? stlOf(mesh) : undefined
parentPort?.postMessage({ isMesh: mesh !== undefined, stl }, stl ? [stl.buffer] : [])
