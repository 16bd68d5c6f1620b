import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { useText } from '#kit/web/text.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { labelCalls } from '../contract.ts'
import { type LabelSize, labelSizes, mostAtOnce } from '../input.ts'
import { shippingText } from './shipping-text.ts'

/** Labels for the bags of these cases, in the printer's size. */
export function LabelMenu({ ids, label }: { ids: readonly string[]; label?: string }) {
  const t = useText(shippingText)
  const sentence = useProblemText()

  async function print(size: LabelSize) {
    try {
      saveFile(await call(labelCalls.labels, { body: { ids: ids.slice(0, mostAtOnce), size } }), t.fileName)
    } catch (error) {
      toast({ tone: 'late', title: t.labelsFailed, description: sentence(error) })
    }
  }

  if (ids.length === 0) return null
  return (
    <Menu label={label ?? t.labels} icon="print" align="end">
      {labelSizes.map(size => (
        <MenuButton key={size} onSelect={() => void print(size)}>
          {t.sizes[size]}
        </MenuButton>
      ))}
    </Menu>
  )
}
