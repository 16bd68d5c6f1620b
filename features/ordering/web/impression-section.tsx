import type { ReactNode } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import type { Entry } from './entry.ts'
import { focusSpot, spotId } from './faults.ts'
import type { SectionProps } from './sections.ts'
import { orderingText } from './text.ts'

type ImpressionProps = SectionProps<Pick<Entry, 'printType'>> & {
  transportDays: number
  /** Shows the pickup. */
  children: ReactNode
}

export function ImpressionSection({ entry, change, faultAt, transportDays, children }: ImpressionProps) {
  const t = useText(orderingText).printType
  return (
    <Card title={t.title}>
      <div className="stack stack--sm">
        <div id={spotId('printType')}>
          <Choices
            label={t.legend}
            name="printType"
            value={entry.printType}
            error={faultAt('printType')}
            options={[
              { value: 'optical', label: t.optical, detail: t.opticalHint },
              { value: 'physical', label: t.physical, detail: t.physicalHint(transportDays) },
            ]}
            onChange={printType => change({ printType })}
          />
        </div>
        {entry.printType === 'optical' && (
          <div>
            <Button size="sm" icon="paperclip" onClick={() => focusSpot('files')}>
              {t.toFiles}
            </Button>
          </div>
        )}
        {children}
      </div>
    </Card>
  )
}
