import { isDeciduous, isUpper, kindOf, type ToothKind } from '../teeth.ts'

type Shape = { crown: string; root: string }

/** Upper teeth seen from the cheek, on a grid of 40 × 64: the root above, the crown below. */
const incisor: Shape = {
  crown: 'M9 35C7 43 6 51 7 56.5Q8 60 12 60H28Q32 60 33 56.5C34 51 33 43 31 35Q20 29 9 35Z',
  root: 'M10.5 34C12 21 16 6 20 5C24 6 28 21 29.5 34Q20 29 10.5 34Z',
}
const canine: Shape = {
  crown: 'M9 35C7 44 7 50 11 54L18.5 61Q20 62 21.5 61L29 54C33 50 33 44 31 35Q20 29 9 35Z',
  root: 'M10.5 34C12 19 17 3 20 2C23 3 28 19 29.5 34Q20 29 10.5 34Z',
}
const premolar: Shape = {
  crown:
    'M8 36C5.5 45 5.5 51 8.5 54.5Q13 57 18.5 60.5Q20 61.2 21.5 60.5Q27 57 31.5 54.5C34.5 51 34.5 45 32 36Q20 30 8 36Z',
  root: 'M10 34.5C11 22 14 9 17.5 8Q19.5 9 20 15Q20.5 9 22.5 8C26 9 29 22 30 34.5Q20 30 10 34.5Z',
}
const molar: Shape = {
  crown:
    'M4.5 37C2 45 2 53 5 57Q8.5 60.5 13 59Q16.5 56 20 58Q23.5 56 27 59Q31.5 60.5 35 57C38 53 38 45 35.5 37Q28 32.5 20 34.5Q12 32.5 4.5 37Z',
  root: 'M6 35.5C6.5 23 8.5 11 11 10C14 11 15 24 17.5 31Q20 27.5 22.5 31C25 24 26 11 29 10C31.5 11 33.5 23 34 35.5Q27.5 31.5 20 33.5Q12.5 31.5 6 35.5Z',
}

const shapes: Record<ToothKind, Shape> = {
  central: incisor,
  lateral: incisor,
  canine,
  premolar1: premolar,
  premolar2: premolar,
  molar1: molar,
  molar2: molar,
  molar3: molar,
}

/** A tooth's width relative to the drawing of its kind: in the lower arch, the incisors are the narrow ones. */
function widthOf(tooth: number) {
  const kind = kindOf(tooth)
  if (kind === 'central') return isUpper(tooth) ? 1 : 0.66
  if (kind === 'lateral') return isUpper(tooth) ? 0.82 : 0.74
  if (kind === 'canine') return isUpper(tooth) ? 0.96 : 0.86
  return kind === 'molar3' ? 0.88 : 1
}

/** One tooth on 40 × 64; lower teeth are turned upside down. Coloured by the class names of its two parts. */
export function ToothShape({ tooth }: { tooth: number }) {
  const { crown, root } = shapes[kindOf(tooth)]
  const size = isDeciduous(tooth) ? 0.86 : 1
  const turn = isUpper(tooth) ? 1 : -1
  return (
    <g transform={`translate(20 32) scale(${(widthOf(tooth) * size).toFixed(2)} ${turn * size}) translate(-20 -32)`}>
      <path className="tooth__root" d={root} />
      <path className="tooth__crown" d={crown} />
    </g>
  )
}
