/// <reference path="./draco3d.d.ts" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import createDecoder from 'draco3d/draco_decoder_nodejs.js'
import createEncoder from 'draco3d/draco_encoder_nodejs.js'
import { expect, it } from 'vitest'
import { decodeMesh, encodeMesh } from './scan-draco.ts'
import { coarseOf, type Mesh, normalsOf, weld } from './scan-mesh.ts'

/** A square of two triangles, as STL stores it: six corners at four points. */
const square = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0])

it('makes one vertex of corners at the same place', () => {
  const { positions, indices } = weld(square)
  expect([...positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0])
  expect([...indices]).toEqual([0, 1, 2, 1, 3, 2])
})

it('takes corners in the order of an index, and only those', () => {
  const { positions, indices } = weld(square, [1, 4, 2])
  expect([...positions]).toEqual([1, 0, 0, 1, 1, 0, 0, 1, 0])
  expect([...indices]).toEqual([0, 1, 2])
})

it('drops triangles without area, which some scanners write', () => {
  expect(weld(new Float32Array([0, 0, 0, 1, 0, 0, 1, 0, 0])).indices).toHaveLength(0)
})

it('keeps points apart that differ in the last bit', () => {
  const almost = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1.0000001, 0, 0, 1, 1, 0, 0, 1, 0])
  expect(weld(almost).positions).toHaveLength(15)
})

it('gives a flat surface one direction', () => {
  expect([...normalsOf(weld(square))]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1])
})

it('has a coarse likeness with far fewer triangles over the same points', () => {
  const corners: number[] = []
  for (let x = 0; x < 200; x++) {
    for (let y = 0; y < 200; y++)
      corners.push(x, y, 0, x + 1, y, 0, x, y + 1, 0, x + 1, y, 0, x + 1, y + 1, 0, x, y + 1, 0)
  }
  const mesh = weld(Float32Array.from(corners))
  const coarse = coarseOf(mesh, 40)
  expect(coarse.length).toBeGreaterThan(0)
  expect(coarse.length).toBeLessThan(mesh.indices.length / 10)
  expect(Math.max(...coarse)).toBeLessThan(mesh.positions.length / 3)
})

it.each([8, 40, 80, 160, 500])('moves no point of a scan of %d mm by more than 5 µm', async extent => {
  const grid = 40
  const corners: number[] = []
  const point = (x: number, y: number) => [
    (x / grid) * extent,
    (y / grid) * extent * 0.8,
    Math.sin(x * 0.7) * Math.cos(y * 0.3) * extent * 0.1,
  ]
  for (let x = 0; x < grid; x++) {
    for (let y = 0; y < grid; y++) {
      corners.push(...point(x, y), ...point(x + 1, y), ...point(x, y + 1))
      corners.push(...point(x + 1, y), ...point(x + 1, y + 1), ...point(x, y + 1))
    }
  }
  const mesh = weld(Float32Array.from(corners))
  const decoded = await thereAndBack(mesh)
  expect(decoded).toHaveLength(mesh.indices.length * 3)
  // Draco may reorder corners and triangles: each corner must have an original within tolerance. A point is shared by six
  // corners.
  const points = new Map<string, Float32Array>()
  for (let at = 0; at < decoded.length; at += 3) {
    const point = decoded.subarray(at, at + 3)
    points.set(point.join(), point)
  }
  let farthest = 0
  for (const [x = 0, y = 0, z = 0] of points.values()) {
    let nearest = Number.POSITIVE_INFINITY
    for (let at = 0; at < mesh.positions.length; at += 3) {
      const [ofX, ofY, ofZ] = [mesh.positions[at] ?? 0, mesh.positions[at + 1] ?? 0, mesh.positions[at + 2] ?? 0]
      nearest = Math.min(nearest, Math.max(Math.abs(x - ofX), Math.abs(y - ofY), Math.abs(z - ofZ)))
    }
    farthest = Math.max(farthest, nearest)
  }
  expect(points.size).toBeGreaterThan(grid * grid)
  expect(farthest).toBeLessThanOrEqual(0.005)
})

const binaryOf = (name: string) => {
  const { buffer, byteOffset, byteLength } = readFileSync(createRequire(import.meta.url).resolve(`draco3d/${name}`))
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength)
}

/** Corners of all triangles after encoding and decoding. */
async function thereAndBack(mesh: Mesh): Promise<Float32Array> {
  const encoded = encodeMesh(await createEncoder({ wasmBinary: binaryOf('draco_encoder.wasm') }), mesh)
  const decoded = decodeMesh(await createDecoder({ wasmBinary: binaryOf('draco_decoder.wasm') }), encoded.buffer)
  return Float32Array.from(
    [...decoded.indices].flatMap(corner => [...decoded.positions.subarray(corner * 3, corner * 3 + 3)]),
  )
}
