import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { setTitleCompany } from '#kit/web/title.ts'
import type { Brand } from '../contract.ts'
import { checkBrand } from '../rules.ts'
import { useHeldBrand } from './brand-context.tsx'
import { brandQuery } from './queries.ts'
import { showLook } from './show-look.ts'

/** Renders nothing: applies changes of the brand to every open screen at once. */
export function FollowBrand() {
  const { brand, setBrand } = useHeldBrand()
  const { data } = useQuery({ ...brandQuery, initialData: brand })
  const show = useEffectEvent((said: Brand) => {
    // Skips the page's own brand, and an invalid one, which leaves the present look in place.
    const checked = said === brand ? null : checkBrand(said)
    if (!checked) return
    showLook(checked)
    setTitleCompany(checked.companyName)
    setBrand(checked)
  })
  useEffect(() => show(data), [data])
  return null
}
