import { useChanged } from '#features/live/web/use-changed.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { staffCatalogueText } from './staff-text.ts'

/** Runs a menu action on the catalogue, and shows its success or failure. */
export function useCatalogueAct() {
  const { menu } = useText(staffCatalogueText)
  const sentence = useProblemText()
  const changed = useChanged()
  return (work: () => Promise<unknown>) =>
    void work()
      .catch((error: unknown) => toast({ tone: 'late', title: menu.failed, description: sentence(error) }))
      .finally(() => void changed('catalogue'))
}
