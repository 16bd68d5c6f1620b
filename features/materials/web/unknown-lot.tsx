import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { LotDialog } from './lot-dialog.tsx'
import { materialList } from './staff-queries.ts'
import { materialsText } from './text.ts'

type UnknownLotProps = {
  /** Scanned or typed: a label also gives the material and the expiry. */
  label: { lot: string; labelCode?: string; expiresOn?: string }
  onEntered: (number: string) => void
}

/** Enters a lot into the register from where it is needed, prefilled with what was scanned. */
export function UnknownLot({ label, onEntered }: UnknownLotProps) {
  const t = useText(materialsText).unknownLot
  const { data = [] } = useQuery(materialList(''))
  // A label with an article code excludes materials with another code.
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
