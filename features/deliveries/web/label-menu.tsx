import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { useSaving } from '#kit/web/use-saving.ts'
import { labelCalls } from '../contract.ts'
import { type LabelSize, labelSizes, mostAtOnce } from '../input.ts'
import { shippingText } from './shipping-text.ts'

/** Labels for the bags of these cases, in the size of the printer. */
export function LabelMenu({ ids, label }: { ids: readonly string[]; label?: string }) {
  const t = useText(shippingText)
  const { save } = useSaving()
  const load = (size: LabelSize) => call(labelCalls.labels, { body: { ids: ids.slice(0, mostAtOnce), size } })

  if (ids.length === 0) return null
  return (
    <Menu label={label ?? t.labels} icon="print" align="end">
      {labelSizes.map(size => (
        <MenuButton
          key={size}
          onSelect={() => save({ load: () => load(size), name: t.fileName, failed: t.labelsFailed })}
        >
          {t.sizes[size]}
        </MenuButton>
      ))}
    </Menu>
  )
}
