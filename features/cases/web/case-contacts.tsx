import { useBrand } from '#features/brand/web/brand-context.tsx'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import type { Case } from '../contract.ts'
import { casesText } from './text.ts'

/** The prescriber, the person who entered the case if different, and the laboratory. */
export function CaseContacts({ known }: { known: Case | undefined }) {
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
        {known && <People known={known} />}
      </dl>
    </Card>
  )
}

function People({ known: { prescriber, enteredBy, contact } }: { known: Case }) {
  const { one } = useText(casesText)
  const reach = contact && <Reach {...contact} />
  return (
    <>
      <div>
        <dt className="muted small">{one.prescriber}</dt>
        {prescriber ? <dd>{prescriber}</dd> : <dd className="muted">{one.noPrescriber}</dd>}
        {prescriber && reach}
      </div>
      {enteredBy && enteredBy !== prescriber && (
        <div>
          <dt className="muted small">{one.enteredBy}</dt>
          <dd>{enteredBy}</dd>
          {!prescriber && reach}
        </div>
      )}
    </>
  )
}

function Reach({ phone, email }: NonNullable<Case['contact']>) {
  return (
    <>
      {phone && (
        <dd>
          <PhoneLink phone={phone} />
        </dd>
      )}
      {email && (
        <dd>
          <a className="link link--alone" href={`mailto:${email}`}>
            {email}
          </a>
        </dd>
      )}
    </>
  )
}
