import { useMay } from '#features/auth/web/use-user.ts'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { casesText } from './text.ts'

/** To the form of a new case, for whoever may order. */
export function PlaceOrder() {
  const t = useText(casesText)
  if (!useMay('order')) return null
  return (
    <ButtonLink to="/cases/new" variant="primary" icon="plus">
      {t.list.order}
    </ButtonLink>
  )
}
