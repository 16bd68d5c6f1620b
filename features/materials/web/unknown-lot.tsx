import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { LotDialog } from './lot-dialog.tsx'
import { materialList } from './staff-queries.ts'
import { materialsText } from './text.ts'

type UnknownLotProps = {
  /** What a reader or a hand has typed: a label says its material and its last day too. */
  label: { lot: string; labelCode?: string; expiresOn?: string }
  onEntered: (number: string) => void
}

/** Into the register from where the lot is needed, with what was read of it: nothing is typed a second time. */
export function UnknownLot({ label, onEntered }: UnknownLotProps) {
  const t = useText(materialsText).unknownLot
  const { data = [] } = useQuery(materialList(''))
  // A label that names its article is none of another one.
  const isOther = (code: string | null | undefined) => !!code && !!label.labelCode && code !== label.labelCode
  const known = data.filter(({ isRetired, labelCode }) => !isRetired && !isOther(labelCode))
  const [chosen, choose] = useState('')
  const [isEntering, setEntering] = useState(false)
  const labelled = label.labelCode && known.find(({ labelCode }) => labelCode === label.labelCode)
  const material = known.find(({ id }) => id === chosen) ?? labelled
  if (known.length === 0) return null
  return (
    <>
      <Select
        label={t.material}
        placeholder={t.choose}
        value={material ? material.id : ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        options={known.map(({ id, name, maker }) => ({ value: id, label: `${name} · ${maker}` }))}
      />
      {material && (
        <Button size="sm" icon="plus" onClick={() => setEntering(true)}>
          {t.enter(label.lot)}
        </Button>
      )}
      {material && isEntering && <LotDialog {...{ material, label, onEntered }} onClose={() => setEntering(false)} />}
    </>
  )
}
