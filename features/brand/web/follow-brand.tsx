import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { setTitleCompany } from '#kit/web/title.ts'
import type { Brand } from '../contract.ts'
import { checkBrand } from '../rules.ts'
import { useHeldBrand } from './brand-context.tsx'
import { brandQuery } from './queries.ts'
import { showLook } from './show-look.ts'

/** Draws nothing: what the laboratory says of itself stands on every open screen at once. */
export function FollowBrand() {
  const { brand, setBrand } = useHeldBrand()
  const { data } = useQuery({ ...brandQuery, initialData: brand })
  const show = useEffectEvent((said: Brand) => {
    // As the page brought it; and a look that cannot be read leaves the one that is there.
    const checked = said === brand ? null : checkBrand(said)
    if (!checked) return
    showLook(checked)
    setTitleCompany(checked.companyName)
    setBrand(checked)
  })
  useEffect(() => show(data), [data])
  return null
}
