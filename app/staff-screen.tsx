import { authText } from '#features/auth/web/text.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { FullScreenMessage } from '#kit/web/ui/full-screen-message.tsx'

/** Where the laboratory's own people arrive until their console is there. */
export function StaffScreen() {
  const t = useText(authText).staff
  useTitle(t.title)
  return <FullScreenMessage inFrame icon="clock" title={t.title} description={t.description} />
}
