import { useMay } from '#features/auth/web/use-user.ts'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { casesText } from './text.ts'

const DropToOrder = later(() =>
  import('#features/attachments/web/drop-to-order.tsx').then(module => module.DropToOrder),
)

/** To the form of a new case, for whoever may order: by a press where the sidebar is not in sight, or by a scan that is dropped. */
export function PlaceOrder() {
  const t = useText(casesText)
  if (!useMay('order')) return null
  return (
    <>
      <ButtonLink to="/cases/new" className="page-head__order" variant="primary" icon="plus">
        {t.list.order}
      </ButtonLink>
      <DropToOrder label={t.list.drop} />
    </>
  )
}
