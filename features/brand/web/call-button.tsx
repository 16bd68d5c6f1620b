import { useText } from '#kit/web/text.tsx'
import { ButtonAnchor } from '#kit/web/ui/button-link.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { useBrand } from './brand-context.tsx'
import { phoneAddress } from './phone.tsx'
import { brandText } from './text.ts'

/** For screens where calling is the next step. */
export function CallButton() {
  const t = useText(brandText)
  const { clientServicePhone, companyName } = useBrand()
  return (
    <ButtonAnchor variant="primary" size="lg" wide icon="phone" href={phoneAddress(clientServicePhone)}>
      {t.phone.call(companyName)}
    </ButtonAnchor>
  )
}

/** For places without room for the words. */
export function PhoneIcon({ className }: { className: string }) {
  const t = useText(brandText)
  const { clientServicePhone, companyName } = useBrand()
  return (
    <a
      className={className}
      href={phoneAddress(clientServicePhone)}
      aria-label={t.phone.call(companyName)}
      title={clientServicePhone}
    >
      <Icon name="phone" />
    </a>
  )
}
