import { type PointerEvent, useRef } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { longestSignature, signatureField } from '../input.ts'
import { deliveriesText } from './text.ts'

const { width, height } = signatureField
const field = `0 0 ${width} ${height}`
/** Points closer together than this are dropped. */
const nearest = 3

/** The path of a finger, stored as the SVG path drawn. */
export function SignaturePad({ value, onChange }: { value: string; onChange: (path: string) => void }) {
  const t = useText(deliveriesText).form
  const last = useRef<{ x: number; y: number } | null>(null)

  function pointAt({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) {
    const box = currentTarget.getBoundingClientRect()
    const within = (place: number, most: number) => Math.min(most, Math.max(0, Math.round(place)))
    return {
      x: within(((clientX - box.left) / box.width) * width, width),
      y: within(((clientY - box.top) / box.height) * height, height),
    }
  }

  function begin(event: PointerEvent<SVGSVGElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    add(event, 'M')
  }

  function go(event: PointerEvent<SVGSVGElement>) {
    const { x, y } = pointAt(event)
    if (last.current && Math.hypot(x - last.current.x, y - last.current.y) >= nearest) add(event, 'L')
  }

  function add(event: PointerEvent<SVGSVGElement>, step: 'M' | 'L') {
    const point = pointAt(event)
    last.current = point
    const longer = `${value}${step}${point.x} ${point.y}`
    if (longer.length <= longestSignature) onChange(longer)
  }

  function end() {
    last.current = null
  }

  return (
    <div className="field">
      <p className="field__label">
        {t.signature} <span className="field__mark">{t.optional}</span>
      </p>
      <svg
        className="signature signature--open"
        viewBox={field}
        role="img"
        aria-label={t.signature}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path className="signature__line" d={value} />
      </svg>
      {value && (
        <Button size="sm" variant="bare" onClick={() => onChange('')}>
          {t.clear}
        </Button>
      )}
    </div>
  )
}

export function Signature({ path, label }: { path: string; label: string }) {
  return (
    <svg className="signature" viewBox={field} role="img" aria-label={label}>
      <path className="signature__line" d={path} />
    </svg>
  )
}
