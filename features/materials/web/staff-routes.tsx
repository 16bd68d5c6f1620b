import { createRoute } from '@tanstack/react-router'
import { needing } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { prefetch } from '#kit/web/prefetch.ts'
import { only, searched } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { materialsText } from './text.ts'

const queries = () => import('./staff-queries.ts')

export const staffMaterialsRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/materials',
  ...needing('sheets', {
    menu: { place: 'staff', icon: 'box', label: { fr: 'Matériaux', en: 'Materials' } },
    hasPicture: true,
  }),
  validateSearch: only(searched),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void prefetch(context, queries, ({ materialList }) => [materialList(deps.search ?? '')])
    return loadText(materialsText)
  },
  component: lazyScreen(() => import('./staff-materials-screen.tsx'), 'StaffMaterialsScreen'),
})

export const staffMaterialRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/materials/$id',
  ...needing('sheets'),
  loader: ({ context, params }) => {
    void prefetch(context, queries, ({ materialOne }) => [materialOne(params.id)])
    return loadText(materialsText)
  },
  component: lazyScreen(() => import('./staff-material-screen.tsx'), 'StaffMaterialScreen'),
})

export const staffLotRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/staff/lots/$id',
  ...needing('sheets'),
  loader: ({ context, params }) => {
    void prefetch(context, queries, ({ lotOne }) => [lotOne(params.id)])
    return loadText(materialsText)
  },
  component: lazyScreen(() => import('./staff-lot-screen.tsx'), 'StaffLotScreen'),
})
