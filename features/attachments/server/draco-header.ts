/** More than any scan of a jaw has: 100 MB as STL. */
export const mostFaces = 2_000_000

/** Position, normal, colour, texture. Each needs memory for every point, however small it is in the file. */
export const mostAttributes = 4

/** Binary STL: 84 bytes, then 50 per triangle. */
export const stlBytes = (faces: number) => 84 + 50 * faces

/** Enough bytes for the header fields read here. */
export const mostHeaderBytes = 64

/**
 * The size a Draco mesh claims, read before decoding, because a few bytes can demand any amount of memory. Undefined for
 * anything but a mesh of bitstream 2.2, which all encoders have written since 2017.
 */
export function dracoSize(bytes: Uint8Array): { faces: number; points: number; attributes: number } | undefined {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== 'DRACO') return undefined
  const [major, minor, geometry, method] = bytes.subarray(5, 9)
  const hasMetadata = ((bytes[10] ?? 0) & 0x80) !== 0
  if (major !== 2 || minor !== 2 || geometry !== 1 || hasMetadata) return undefined
  let at = 11
  const varint = () => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = bytes[at++]
      if (byte === undefined) return Number.NaN
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    return Number.NaN
  }
  // Edgebreaker has one byte for its traversal method; it stores vertices first, the sequential method faces.
  if (method === 1) at += 1
  const [first, second] = [varint(), varint()]
  const { faces, points } = method === 1 ? { points: first, faces: second } : { faces: first, points: second }
  // Edgebreaker's header tells the attributes with their own seams, besides positions; others appear only on decoding.
  const attributes = 1 + (method === 1 ? (bytes[at] ?? 0) : 0)
  return faces > 0 && points > 0 ? { faces, points, attributes } : undefined
}

export const isBearable = (size: ReturnType<typeof dracoSize>): boolean =>
  size !== undefined && size.faces <= mostFaces && size.points <= mostFaces * 3 && size.attributes <= mostAttributes
