import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import type { OpenedScan } from './scan-worker.ts'

export type Stage = {
  /** `look` from the front or along the teeth; `turn` a little, by keys. */
  look(from: 'front' | 'above' | 'below'): void
  turn(right: number, up: number): void
  zoom(factor: number): void
  close(): void
}

/** The colour of plaster models, on which shadows read best. */
const stone = '#d9cbb2'
/** Milliseconds beyond which turning stutters. */
const slowFrame = 40

/** A scan that can be rotated. Throws where the browser has no WebGL. */
export function openStage(canvas: HTMLCanvasElement, scan: OpenedScan): Stage {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
  renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2))
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(scan.positions, 3))
  geometry.setAttribute('normal', new BufferAttribute(scan.normals, 3))
  const fine = new BufferAttribute(scan.indices, 1)
  const coarse = new BufferAttribute(scan.coarse, 1)
  geometry.setIndex(fine)
  geometry.center()
  geometry.computeBoundingSphere()
  const radius = geometry.boundingSphere?.radius || 1
  const material = new MeshStandardMaterial({ color: new Color(stone), roughness: 0.75, side: DoubleSide })

  const camera = new PerspectiveCamera(35, 1, radius / 50, radius * 50)
  // Scanners put the teeth into the plane of x and y, with z towards the crown.
  camera.up.set(0, 0, 1)
  const lamp = new DirectionalLight('#ffffff', 2.2)
  camera.add(lamp)
  lamp.position.set(radius, radius, radius * 2)
  const scene = new Scene()
  scene.add(new Mesh(geometry, material), new HemisphereLight('#ffffff', '#8a7f70', 1.1), camera)

  // On a slow machine the coarse mesh is drawn while turning, and the full one at rest.
  let isDrawing = false
  let isSlow = false
  let isHeld = false
  let rest: ReturnType<typeof setTimeout> | undefined
  const paint = (index: BufferAttribute) => {
    geometry.setIndex(index)
    renderer.render(scene, camera)
  }
  const draw = () => {
    if (isDrawing) return
    isDrawing = true
    requestAnimationFrame(() => {
      isDrawing = false
      clearTimeout(rest)
      const began = performance.now()
      paint(isSlow ? coarse : fine)
      if (isSlow) {
        if (!isHeld) rest = setTimeout(() => paint(fine), 250)
        return
      }
      // The GPU draws asynchronously, so the time until the next frame is measured.
      requestAnimationFrame(() => {
        isSlow = performance.now() - began > slowFrame
      })
    })
  }
  const controls = new OrbitControls(camera, canvas)
  controls.addEventListener('change', draw)
  controls.addEventListener('start', () => {
    isHeld = true
  })
  controls.addEventListener('end', () => {
    isHeld = false
    draw()
  })
  controls.minDistance = radius * 0.3
  controls.maxDistance = radius * 8

  const resize = () => {
    const { clientWidth, clientHeight } = canvas
    if (clientWidth === 0 || clientHeight === 0) return
    renderer.setSize(clientWidth, clientHeight, false)
    camera.aspect = clientWidth / clientHeight
    camera.updateProjectionMatrix()
    draw()
  }
  const watch = new ResizeObserver(resize)
  watch.observe(canvas)
  resize()

  const place = (x: number, y: number, z: number) => {
    // On an upright phone the width is the limit.
    const distance = radius * Math.max(2.8, 3.3 / camera.aspect)
    const length = Math.hypot(x, y, z)
    controls.target.set(0, 0, 0)
    camera.position.set((x / length) * distance, (y / length) * distance, (z / length) * distance)
    controls.update()
    draw()
  }
  place(0, -1, 0.9)

  return {
    look: from => place(0, -1, from === 'front' ? 0.05 : from === 'above' ? 100 : -100),
    turn(right, up) {
      const { x, y, z } = camera.position
      const around = Math.atan2(y, x) + right
      const flat = Math.hypot(x, y)
      const distance = Math.hypot(flat, z)
      const height = Math.min(1.55, Math.max(-1.55, Math.atan2(z, flat) + up))
      camera.position.set(
        distance * Math.cos(height) * Math.cos(around),
        distance * Math.cos(height) * Math.sin(around),
        distance * Math.sin(height),
      )
      controls.update()
      draw()
    },
    zoom(factor) {
      camera.position.multiplyScalar(factor)
      controls.update()
      draw()
    },
    close() {
      clearTimeout(rest)
      watch.disconnect()
      controls.dispose()
      geometry.dispose()
      material.dispose()
      renderer.dispose()
    },
  }
}
