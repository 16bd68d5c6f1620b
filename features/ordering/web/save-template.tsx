import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { draftCalls } from '../draft-contract.ts'
import { type Entry, templateOf } from './entry.ts'
import { templatesQuery } from './queries.ts'
import { TemplateNameDialog } from './template-name.tsx'
import { orderingText } from './text.ts'

type SaveTemplateProps = { open: boolean; entry: Entry; onClose: () => void }

export function SaveTemplate({ open, entry, onClose }: SaveTemplateProps) {
  const t = useText(orderingText).template
  if (!open) return null
  if (entry.products.length > 0) return <NameTemplate {...{ entry, onClose }} />
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t.save}
      description={t.nothing}
      footer={<Button onClick={onClose}>{t.close}</Button>}
    />
  )
}

function NameTemplate({ entry, onClose }: Omit<SaveTemplateProps, 'open'>) {
  const t = useText(orderingText).template
  const client = useQueryClient()
  async function save({ name }: { name: string }, key: string) {
    const body = { name, content: templateOf(entry) }
    const { data } = await call(draftCalls.saveTemplate, { body, key })
    void client.invalidateQueries({ queryKey: templatesQuery.queryKey })
    toast({ title: t.saved(data.name) })
  }
  return (
    <TemplateNameDialog title={t.save} description={t.description} saveLabel={t.save} onSave={save} onClose={onClose} />
  )
}
