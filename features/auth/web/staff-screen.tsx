import { useBrand } from '#features/brand/web/brand-context.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { FullScreenMessage } from '#kit/web/ui/full-screen-message.tsx'
import { authText } from './text.ts'

/** Where the laboratory's own people arrive until their console is there. */
export function StaffScreen() {
  const { staff, laboratory } = useText(authText)
  const { companyName } = useBrand()
  useTitle(laboratory)
  return <FullScreenMessage inFrame icon="home" title={staff.title(companyName)} description={staff.description} />
}
