import type { OpenedScan } from './scan-worker.ts'

/** Rotation about the vertical, then tilt towards the reader; the z axis of a scan points up. */
export type View = { turn: number; tilt: number }

/**
 * A still picture of a scan, for browsers without WebGL: rasterises every triangle into a depth buffer, lit from the
 * viewer's side. `colors` are red, green, blue of the surface.
 */
export function drawScan(
  canvas: HTMLCanvasElement,
  { positions, indices, normals }: OpenedScan,
  view: View,
  color: readonly [number, number, number],
) {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas
  const image = context.createImageData(width, height)
  const depths = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY)
  const { sin, cos, hypot, min, max, floor, ceil } = Math
  const [st, ct, sp, cp] = [sin(view.turn), cos(view.turn), sin(view.tilt), cos(view.tilt)]
  const center = centerOf(positions)
  let radius = 0
  for (let at = 0; at < positions.length; at += 3) {
    radius = max(radius, hypot(...center.map((middle, axis) => (positions[at + axis] as number) - middle)))
  }
  const scale = (min(width, height) * 0.48) / (radius || 1)

  const count = positions.length / 3
  const screen = new Float32Array(count * 3)
  const light = new Float32Array(count)
  for (let vertex = 0; vertex < count; vertex++) {
    const at = vertex * 3
    const [x, y, z] = [0, 1, 2].map(axis => (positions[at + axis] as number) - (center[axis] as number)) as [
      number,
      number,
      number,
    ]
    const across = x * ct + y * st
    const away = y * ct - x * st
    screen[at] = width / 2 + across * scale
    screen[at + 1] = height / 2 - (z * cp + away * sp) * scale
    screen[at + 2] = away * cp - z * sp
    const [nx, ny, nz] = [normals[at] as number, normals[at + 1] as number, normals[at + 2] as number]
    light[vertex] = 0.25 + 0.75 * max(0, -((ny * ct - nx * st) * cp - nz * sp))
  }

  for (let corner = 0; corner < indices.length; corner += 3) {
    const [a, b, c] = [indices[corner] as number, indices[corner + 1] as number, indices[corner + 2] as number]
    const [ax, ay, bx, by, cx, cy] = [a, b, c].flatMap(v => [screen[v * 3] as number, screen[v * 3 + 1] as number]) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if (area === 0) continue
    for (let y = max(0, floor(min(ay, by, cy))); y <= min(height - 1, ceil(max(ay, by, cy))); y++) {
      for (let x = max(0, floor(min(ax, bx, cx))); x <= min(width - 1, ceil(max(ax, bx, cx))); x++) {
        const wb = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area
        const wc = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
        // Half a pixel of overlap, so that fine scans leave no holes.
        if (wb < -0.5 || wc < -0.5 || wb + wc > 1.5) continue
        const wa = 1 - wb - wc
        const depth =
          wa * (screen[a * 3 + 2] as number) + wb * (screen[b * 3 + 2] as number) + wc * (screen[c * 3 + 2] as number)
        const pixel = y * width + x
        if (depth >= (depths[pixel] as number)) continue
        depths[pixel] = depth
        const brightness = min(
          1,
          max(0.2, wa * (light[a] as number) + wb * (light[b] as number) + wc * (light[c] as number)),
        )
        for (let channel = 0; channel < 3; channel++)
          image.data[pixel * 4 + channel] = (color[channel] as number) * brightness
        image.data[pixel * 4 + 3] = 255
      }
    }
  }
  context.putImageData(image, 0, 0)
}

function centerOf(positions: Float32Array): [number, number, number] {
  const low = [0, 1, 2].map(axis => positions[axis] as number)
  const high = [...low]
  for (let at = 0; at < positions.length; at++) {
    const axis = at % 3
    low[axis] = Math.min(low[axis] as number, positions[at] as number)
    high[axis] = Math.max(high[axis] as number, positions[at] as number)
  }
  return low.map((value, axis) => (value + (high[axis] as number)) / 2) as [number, number, number]
}
