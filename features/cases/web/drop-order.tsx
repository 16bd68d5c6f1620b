import { useMay } from '#features/auth/web/use-user.ts'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { casesText } from './text.ts'

const DropToOrder = later(() =>
  import('#features/attachments/web/drop-to-order.tsx').then(module => module.DropToOrder),
)

/** To the form of a new case, for whoever may order: by a scan that is dropped on the screen. */
export function DropOrder() {
  const { drop } = useText(casesText).list
  return useMay('order') && <DropToOrder label={drop} />
}
