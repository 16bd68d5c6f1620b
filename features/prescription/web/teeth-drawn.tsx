import { classes } from '#kit/web/ui/classes.ts'
import { deciduousArches, isDeciduous, permanentArches } from '../teeth.ts'
import './teeth-drawn.css'
import './tooth-shape.css'
import { ToothShape } from './tooth-shape.tsx'

/** A small drawing of the arches with chosen teeth. It only repeats the numbers beside it. */
export function TeethDrawn({ teeth, pontics }: { teeth: readonly number[]; pontics: readonly number[] }) {
  const arches = [...permanentArches, ...deciduousArches]
    .map(({ right, left }) => [...right, ...left])
    .filter(arch => arch.some(tooth => teeth.includes(tooth)))
  return (
    <span className="teeth-drawn">
      {arches.map(arch => (
        <svg
          key={arch[0]}
          aria-hidden="true"
          viewBox={`0 0 ${arch.length * 40} 64`}
          className={isDeciduous(arch[0] ?? 0) ? 'teeth-drawn--few' : undefined}
        >
          {arch.map((tooth, place) => (
            <g
              key={tooth}
              transform={`translate(${place * 40} 0)`}
              className={classes(teeth.includes(tooth) && 'tooth--chosen', pontics.includes(tooth) && 'tooth--pontic')}
            >
              <ToothShape tooth={tooth} />
            </g>
          ))}
        </svg>
      ))}
    </span>
  )
}
