import { encode } from 'uqr'
import './qr-code.css'

/** Dark on light in every theme, because cameras read nothing else. `label` says the content, for users who cannot scan. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4, ecc: 'M' })
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path className="qr-code__dark" d={dark} />
    </svg>
  )
}
