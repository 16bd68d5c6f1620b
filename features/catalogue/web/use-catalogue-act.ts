import { useChanged } from '#features/live/web/use-changed.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { staffCatalogueText } from './staff-text.ts'

/** What an entry of a menu does to the catalogue: shown once it is done, or why it is not. */
export function useCatalogueAct() {
  const { menu } = useText(staffCatalogueText)
  const sentence = useProblemText()
  const changed = useChanged()
  return (work: () => Promise<unknown>) =>
    void work()
      .catch((error: unknown) => toast({ tone: 'late', title: menu.failed, description: sentence(error) }))
      .finally(() => void changed('catalogue'))
}
