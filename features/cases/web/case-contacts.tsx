import { useBrand } from '#features/brand/web/brand-context.tsx'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import type { Case } from '../contract.ts'
import { casesText } from './text.ts'

/** Who prescribed, where that is known, and the laboratory. */
export function CaseContacts({ prescriber }: { prescriber: NonNullable<Case['contact']> | undefined }) {
  const { one } = useText(casesText)
  const { companyName, clientServicePhone } = useBrand()
  return (
    <Card title={one.contact}>
      <dl className="stack">
        <div>
          <dt className="muted small">{one.laboratory}</dt>
          <dd>{companyName}</dd>
          <dd>
            <PhoneLink phone={clientServicePhone} />
          </dd>
        </div>
        {prescriber && (
          <div>
            <dt className="muted small">{one.prescriber}</dt>
            <dd>{prescriber.name}</dd>
            {prescriber.phone && (
              <dd>
                <PhoneLink phone={prescriber.phone} />
              </dd>
            )}
            {prescriber.email && (
              <dd>
                <a className="link link--alone" href={`mailto:${prescriber.email}`}>
                  {prescriber.email}
                </a>
              </dd>
            )}
          </div>
        )}
      </dl>
    </Card>
  )
}
