/** More than any scan of a jaw has: 100 MB as STL. */
export const mostFaces = 2_000_000

/** Places, directions, colours, a texture. Each takes memory for each point, however little it takes in the file. */
export const mostAttributes = 4

/** Binary STL: 50 bytes a triangle after 84. */
export const stlBytes = (faces: number) => 84 + 50 * faces

/** Its first bytes tell all that is asked here. */
export const mostHeaderBytes = 64

/**
 * How large a Draco mesh says it is, read before anything is decoded: a few bytes can ask for any amount of memory.
 * Undefined for what is no mesh of bitstream 2.2, which all encoders write since 2017.
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
  // One byte tells how edgebreaker walks; it counts vertices first, the sequential method faces.
  if (method === 1) at += 1
  const [first, second] = [varint(), varint()]
  const { faces, points } = method === 1 ? { points: first, faces: second } : { faces: first, points: second }
  // Of edgebreaker those with seams of their own, beside the places; the others show only once it is decoded.
  const attributes = 1 + (method === 1 ? (bytes[at] ?? 0) : 0)
  return faces > 0 && points > 0 ? { faces, points, attributes } : undefined
}

export const isBearable = (size: ReturnType<typeof dracoSize>): boolean =>
  size !== undefined && size.faces <= mostFaces && size.points <= mostFaces * 3 && size.attributes <= mostAttributes
