import { useMay } from '#features/auth/web/use-user.ts'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { casesText } from './text.ts'

const DropToOrder = later(() =>
  import('#features/attachments/web/drop-to-order.tsx').then(module => module.DropToOrder),
)

/** Opens the form of a new case with a scan dropped on the screen, for users who may order. */
export function DropOrder() {
  const { drop } = useText(casesText).list
  return useMay('order') && <DropToOrder label={drop} />
}
