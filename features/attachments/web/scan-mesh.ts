/** A surface of triangles: three numbers a vertex, three vertices a triangle. Lengths in millimetres. */
export type Mesh = { positions: Float32Array<ArrayBuffer>; indices: Uint32Array<ArrayBuffer> }

/** Merges corners at the same place into one vertex, as STL repeats each about six times. Drops triangles without area. */
export function weld(corners: Float32Array, order?: ArrayLike<number>): Mesh {
  const count = order?.length ?? corners.length / 3
  // Compares the bits of three floats: exact, without rounding.
  const bits = new Uint32Array(corners.buffer, corners.byteOffset, corners.length)
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(2, corners.length / 3) * 2))
  const table = new Int32Array(capacity).fill(-1)
  const places = new Uint32Array(corners.length / 3)
  const known = new Int32Array(corners.length / 3).fill(-1)
  let vertices = 0

  const vertexOf = (corner: number): number => {
    const before = known[corner] as number
    if (before >= 0) return before
    const [x, y, z] = [bits[corner * 3] as number, bits[corner * 3 + 1] as number, bits[corner * 3 + 2] as number]
    let slot = (Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791)) >>> 0
    slot = (slot ^ (slot >>> 15)) & (capacity - 1)
    for (; ; slot = (slot + 1) & (capacity - 1)) {
      const vertex = table[slot] as number
      if (vertex < 0) {
        table[slot] = vertices
        places[vertices] = corner
        known[corner] = vertices
        return vertices++
      }
      const same = (places[vertex] as number) * 3
      if (bits[same] === x && bits[same + 1] === y && bits[same + 2] === z) {
        known[corner] = vertex
        return vertex
      }
    }
  }

  const indices = new Uint32Array(count)
  let length = 0
  for (let corner = 0; corner + 2 < count; corner += 3) {
    const at = (offset: number) => vertexOf(order ? (order[corner + offset] as number) : corner + offset)
    const [a, b, c] = [at(0), at(1), at(2)]
    if (a === b || b === c || a === c) continue
    indices[length++] = a
    indices[length++] = b
    indices[length++] = c
  }
  const positions = new Float32Array(vertices * 3)
  for (let vertex = 0; vertex < vertices; vertex++) {
    const corner = (places[vertex] as number) * 3
    positions.set(corners.subarray(corner, corner + 3), vertex * 3)
  }
  return { positions, indices: indices.slice(0, length) }
}

/** For each vertex, the mean normal of its triangles weighted by their area, for smooth shading. */
export function normalsOf({ positions, indices }: Mesh): Float32Array<ArrayBuffer> {
  const normals = new Float32Array(positions.length)
  const p = (index: number) => positions[index] as number
  for (let corner = 0; corner < indices.length; corner += 3) {
    const [a, b, c] = [indices[corner], indices[corner + 1], indices[corner + 2]].map(
      vertex => (vertex as number) * 3,
    ) as [number, number, number]
    const [ux, uy, uz] = [p(b) - p(a), p(b + 1) - p(a + 1), p(b + 2) - p(a + 2)]
    const [vx, vy, vz] = [p(c) - p(a), p(c + 1) - p(a + 1), p(c + 2) - p(a + 2)]
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    for (const vertex of [a, b, c]) {
      normals[vertex] = (normals[vertex] as number) + nx
      normals[vertex + 1] = (normals[vertex + 1] as number) + ny
      normals[vertex + 2] = (normals[vertex + 2] as number) + nz
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at] as number, normals[at + 1] as number, normals[at + 2] as number) || 1
    for (let axis = at; axis < at + 3; axis++) normals[axis] = (normals[axis] as number) / length
  }
  return normals
}

/** Longest side of the bounding box. */
export function extentOf(positions: Float32Array): number {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let at = 0; at < positions.length; at++) {
    const axis = at % 3
    const value = positions[at] as number
    if (value < (low[axis] as number)) low[axis] = value
    if (value > (high[axis] as number)) high[axis] = value
  }
  return Math.max(0, ...high.map((value, axis) => value - (low[axis] as number)))
}

/** Bits per coordinate so that no vertex moves by more than this; Draco lays one grid over the longest side. */
export function bitsFor(extent: number, tolerance: number): number {
  return Math.min(24, Math.max(8, Math.ceil(Math.log2(extent / (2 * tolerance) + 1))))
}

/**
 * The same surface in coarse triangles, for drawing while it moves: one point stands for all in its cell of a grid. `cells`
 * is their number along the longest side.
 */
export function coarseOf({ positions, indices }: Mesh, cells = 160): Uint32Array<ArrayBuffer> {
  const size = extentOf(positions) / cells || 1
  const standIns = new Map<number, number>()
  const standInOf = new Uint32Array(positions.length / 3)
  for (let vertex = 0; vertex < standInOf.length; vertex++) {
    const at = (axis: number) => Math.floor((positions[vertex * 3 + axis] as number) / size) & 0x3ff
    const cell = (at(0) << 20) | (at(1) << 10) | at(2)
    const known = standIns.get(cell)
    if (known === undefined) standIns.set(cell, vertex)
    standInOf[vertex] = known ?? vertex
  }
  const coarse = new Uint32Array(indices.length)
  let length = 0
  for (let corner = 0; corner < indices.length; corner += 3) {
    const [a, b, c] = [0, 1, 2].map(offset => standInOf[indices[corner + offset] as number] as number) as [
      number,
      number,
      number,
    ]
    if (a === b || b === c || a === c) continue
    coarse[length++] = a
    coarse[length++] = b
    coarse[length++] = c
  }
  return coarse.slice(0, length)
}
