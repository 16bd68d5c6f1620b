import type { DecoderModule } from 'draco3d/draco_decoder_nodejs.js'
import type { EncoderModule } from 'draco3d/draco_encoder_nodejs.js'
import { bitsFor, extentOf, type Mesh } from './scan-mesh.ts'

/** How far a point may move, in millimetres: a tenth of what a milling machine can hold. */
const tolerance = 0.005

/** Thirty times smaller than STL, readable by every tool that supports Draco. */
export function encodeMesh(draco: EncoderModule, { positions, indices }: Mesh): Uint8Array<ArrayBuffer> {
  const encoder = new draco.Encoder()
  const builder = new draco.MeshBuilder()
  const mesh = new draco.Mesh()
  const written = new draco.DracoInt8Array()
  try {
    builder.AddFacesToMesh(mesh, indices.length / 3, indices)
    builder.AddFloatAttributeToMesh(mesh, draco.POSITION, positions.length / 3, 3, positions)
    encoder.SetSpeedOptions(5, 5)
    encoder.SetEncodingMethod(draco.MESH_EDGEBREAKER_ENCODING)
    encoder.SetAttributeQuantization(draco.POSITION, bitsFor(extentOf(positions), tolerance))
    const length = encoder.EncodeMeshToDracoBuffer(mesh, written)
    if (length === 0) throw new Error('not compressed')
    return Uint8Array.from({ length }, (_, index) => written.GetValue(index))
  } finally {
    for (const made of [written, mesh, builder, encoder]) draco.destroy(made)
  }
}

export function decodeMesh(draco: DecoderModule, bytes: ArrayBuffer): Mesh {
  const decoder = new draco.Decoder()
  const mesh = new draco.Mesh()
  try {
    const status = decoder.DecodeArrayToMesh(new Int8Array(bytes), bytes.byteLength, mesh)
    if (!status.ok()) throw new Error(status.error_msg())
    const attribute = decoder.GetAttribute(mesh, decoder.GetAttributeId(mesh, draco.POSITION))
    const positions = lend(draco, mesh.num_points() * 12, (size, address) => {
      decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, draco.DT_FLOAT32, size, address)
      return new Float32Array(draco.HEAPF32.subarray(address / 4, (address + size) / 4))
    })
    const indices = lend(draco, mesh.num_faces() * 12, (size, address) => {
      decoder.GetTrianglesUInt32Array(mesh, size, address)
      return new Uint32Array(draco.HEAPU32.subarray(address / 4, (address + size) / 4))
    })
    return { positions, indices }
  } finally {
    draco.destroy(mesh)
    draco.destroy(decoder)
  }
}

/** Allocates memory of the module and always frees it. */
function lend<T>(draco: DecoderModule, size: number, use: (size: number, address: number) => T): T {
  const address = draco._malloc(size)
  try {
    return use(size, address)
  } finally {
    draco._free(address)
  }
}
