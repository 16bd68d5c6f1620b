import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SettingsHead } from '#features/staff/web/settings-head.tsx'
import { later } from '#kit/web/later.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import './staff-brand.css'
import { staffBrand } from './staff-queries.ts'
import { staffBrandText } from './staff-text.ts'

const parts = { when: 'drawn', meanwhile: BlockSkeleton } as const
const LookForm = later(() => import('./look-form.tsx').then(module => module.LookForm), parts)
const BrandImages = later(() => import('./brand-images.tsx').then(module => module.BrandImages), parts)
const WidgetForm = later(() => import('./widget-form.tsx').then(module => module.WidgetForm), parts)
const TimesForm = later(() => import('./times-form.tsx').then(module => module.TimesForm), parts)

export function StaffBrandScreen(): ReactNode {
  const t = useText(staffBrandText)
  const query = useQuery(staffBrand)
  return (
    <div className="stack">
      <SettingsHead title={t.title} description={t.description} />
      {query.data ? (
        <>
          <LookForm there={query.data} />
          <BrandImages there={query.data} />
          <WidgetForm there={query.data} />
          <TimesForm there={query.data} />
        </>
      ) : query.error ? (
        <Card flush>
          <QueryFailure title={t.failed} query={query} />
        </Card>
      ) : (
        <BlockSkeleton />
      )}
    </div>
  )
}
