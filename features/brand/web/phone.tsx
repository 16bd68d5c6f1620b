import { useText } from '#kit/web/text.tsx'
import { ButtonAnchor } from '#kit/web/ui/button-link.tsx'
import { useBrand } from './brand-context.tsx'
import { brandText } from './text.ts'

const addressOf = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

/** A telephone number, ready to be called. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="link num" href={addressOf(phone)}>
      {phone}
    </a>
  )
}

/** "A question? 01 84 80 12 30": in the same place on every screen. */
export function PhoneHelp() {
  const t = useText(brandText)
  const { clientServicePhone } = useBrand()
  return (
    <>
      {t.phone.question} <PhoneLink phone={clientServicePhone} />
    </>
  )
}

/** Where calling is the next step. */
export function CallButton() {
  const t = useText(brandText)
  const { clientServicePhone, companyName } = useBrand()
  return (
    <ButtonAnchor variant="primary" size="lg" wide icon="phone" href={addressOf(clientServicePhone)}>
      {t.phone.call(companyName)}
    </ButtonAnchor>
  )
}
