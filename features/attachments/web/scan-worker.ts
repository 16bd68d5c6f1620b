import decoderAddress from 'draco3d/draco_decoder.wasm?url'
import createDecoder from 'draco3d/draco_decoder_nodejs.js'
import encoderAddress from 'draco3d/draco_encoder.wasm?url'
import createEncoder from 'draco3d/draco_encoder_nodejs.js'
import { type BufferGeometry, Mesh as ThreeMesh } from 'three'
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js'
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js'
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js'
import { decodeMesh, encodeMesh } from './scan-draco.ts'
import { coarseOf, type Mesh, normalsOf, weld } from './scan-mesh.ts'

export type ScanType = 'stl' | 'ply' | 'obj' | 'draco'
export type ScanOrder = { number: number; work: 'open' | 'compress'; type: ScanType; bytes: ArrayBuffer }
/** `coarse`: fewer triangles over the same points, for slow machines while the scan turns. */
export type OpenedScan = Mesh & { normals: Float32Array<ArrayBuffer>; coarse: Uint32Array<ArrayBuffer> }
export type CompressedScan = { bytes: Uint8Array<ArrayBuffer>; triangles: number }
export type ScanAnswer = { number: number } & (
  | { done: OpenedScan | CompressedScan }
  /** The scan is unreadable, or its decoder could not be fetched. */
  | { failed: 'scan_unreadable' | 'offline' }
)

class Unreachable extends Error {}

self.onmessage = async ({ data: { number, work, type, bytes } }: MessageEvent<ScanOrder>) => {
  try {
    const mesh =
      type === 'draco'
        ? decodeMesh(await createDecoder({ wasmBinary: await fetched(decoderAddress) }), bytes)
        : read(type, bytes)
    if (mesh.indices.length === 0) throw new Error('no triangles')
    const done =
      work === 'open' ? { ...mesh, normals: normalsOf(mesh), coarse: coarseOf(mesh) } : await compressed(mesh)
    const given =
      'bytes' in done
        ? [done.bytes.buffer]
        : [done.positions.buffer, done.indices.buffer, done.normals.buffer, done.coarse.buffer]
    self.postMessage({ number, done } satisfies ScanAnswer, { transfer: given })
  } catch (error) {
    const failed = error instanceof Unreachable ? 'offline' : 'scan_unreadable'
    self.postMessage({ number, failed } satisfies ScanAnswer)
  }
}

function read(type: Exclude<ScanType, 'draco'>, bytes: ArrayBuffer): Mesh {
  if (type === 'stl') return welded(new STLLoader().parse(bytes))
  if (type === 'ply') return welded(new PLYLoader().parse(bytes))
  const parts: BufferGeometry[] = []
  new OBJLoader().parse(new TextDecoder().decode(bytes)).traverse(part => {
    // This loader repeats each corner, as STL does.
    if (part instanceof ThreeMesh) parts.push(part.geometry)
  })
  const all = parts.map(cornersOf)
  const corners = new Float32Array(all.reduce((sum, part) => sum + part.length, 0))
  let filled = 0
  for (const part of all) {
    corners.set(part, filled)
    filled += part.length
  }
  return weld(corners)
}

const cornersOf = (geometry: BufferGeometry) => geometry.getAttribute('position').array as Float32Array
const welded = (geometry: BufferGeometry) => weld(cornersOf(geometry), geometry.index?.array)

async function compressed(mesh: Mesh): Promise<CompressedScan> {
  const draco = await createEncoder({ wasmBinary: await fetched(encoderAddress) })
  return { bytes: encodeMesh(draco, mesh), triangles: mesh.indices.length / 3 }
}

async function fetched(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address).catch(() => undefined)
  if (!response?.ok) throw new Unreachable()
  return response.arrayBuffer()
}
