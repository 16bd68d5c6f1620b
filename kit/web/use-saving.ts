import type { Bytes } from '#kit/contract.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'

type Saved = { load: () => Promise<Bytes>; name: string; failed: string }

/** Saves a file, or tells why it failed. */
export function useSaving(refusals: Partial<Record<string, string>> = {}) {
  const sentence = useProblemText()
  const { run, isPending } = useAttempt(async ({ load, name, failed }: Saved) => {
    try {
      saveFile(await load(), name)
    } catch (failure) {
      toast({ title: failed, description: sentence(failure, refusals), tone: 'late' })
    }
  })
  return { save: (file: Saved) => void run(file), isPending }
}
