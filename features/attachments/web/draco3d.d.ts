/** The parts of the draco3d module that we use (github.com/google/draco, javascript/emscripten/*.idl). */
declare module 'draco3d/draco_encoder_nodejs.js' {
  type Encoder = {
    SetSpeedOptions(encoding: number, decoding: number): void
    SetAttributeQuantization(attribute: number, bits: number): void
    SetEncodingMethod(method: number): void
    /** Bytes written; 0 on failure. */
    EncodeMeshToDracoBuffer(mesh: object, out: DracoInt8Array): number
  }
  type MeshBuilder = {
    AddFacesToMesh(mesh: object, faces: number, indices: Uint32Array): boolean
    AddFloatAttributeToMesh(
      mesh: object,
      attribute: number,
      vertices: number,
      size: number,
      values: Float32Array,
    ): number
  }
  type DracoInt8Array = { GetValue(index: number): number }
  export type EncoderModule = {
    Encoder: new () => Encoder
    MeshBuilder: new () => MeshBuilder
    Mesh: new () => object
    DracoInt8Array: new () => DracoInt8Array
    POSITION: number
    MESH_EDGEBREAKER_ENCODING: number
    destroy(made: object): void
  }
  export default function createEncoder(settings: { wasmBinary: ArrayBuffer }): Promise<EncoderModule>
}

declare module 'draco3d/draco_decoder_nodejs.js' {
  type Status = { ok(): boolean; error_msg(): string }
  type Mesh = { num_faces(): number; num_points(): number }
  type Decoder = {
    DecodeArrayToMesh(bytes: Int8Array, length: number, mesh: Mesh): Status
    GetAttributeByUniqueId?(mesh: Mesh, id: number): object
    GetAttributeId(mesh: Mesh, type: number): number
    GetAttribute(mesh: Mesh, id: number): object
    GetTrianglesUInt32Array(mesh: Mesh, bytes: number, address: number): boolean
    GetAttributeDataArrayForAllPoints(
      mesh: Mesh,
      attribute: object,
      type: number,
      bytes: number,
      address: number,
    ): boolean
  }
  export type DecoderModule = {
    Decoder: new () => Decoder
    Mesh: new () => Mesh
    POSITION: number
    DT_FLOAT32: number
    HEAPF32: Float32Array
    HEAPU32: Uint32Array
    _malloc(bytes: number): number
    _free(address: number): void
    destroy(made: object): void
  }
  export default function createDecoder(settings: { wasmBinary: ArrayBuffer }): Promise<DecoderModule>
}
