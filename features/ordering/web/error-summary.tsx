import { type Ref, useId } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { type Fault, focusSpot, spotId } from './faults.ts'
import { orderingText } from './text.ts'

/** Lists the faults in the same words as beside the fields, with a link to each. */
export function ErrorSummary({ faults, ref }: { faults: readonly Fault[]; ref: Ref<HTMLElement> }) {
  const t = useText(orderingText).missing
  const id = useId()
  const hasSeveralProducts =
    new Set(faults.flatMap(({ path, product }) => (product ? path.split('.')[1] : []))).size > 1
  return (
    <section className="notice notice--late faults" ref={ref} tabIndex={-1} aria-labelledby={id}>
      <Icon name="warning" />
      <div>
        <h2 id={id} className="faults__title">
          {t.title(faults.length)}
        </h2>
        <ul className="links">
          {faults.map(({ path, sentence, product }) => (
            <li key={path}>
              {hasSeveralProducts && product && t.of(product)}
              <a
                className="link"
                href={`#${spotId(path)}`}
                onClick={event => {
                  event.preventDefault()
                  focusSpot(path)
                }}
              >
                {sentence}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
