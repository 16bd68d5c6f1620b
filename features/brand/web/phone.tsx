import { useText } from '#kit/web/text.tsx'
import { useBrand } from './brand-context.tsx'
import { brandText } from './text.ts'

export const phoneAddress = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="link link--alone num" href={phoneAddress(phone)}>
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
