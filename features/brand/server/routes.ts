import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asVisitor } from '#tenancy/server/guards.ts'
import { brandCalls } from '../contract.ts'
import { loadBrand } from './brand.ts'
import { findBrandImage } from './sql.ts'

const mediaTypes: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

export function brandRoutes(api: Api) {
  on(api, brandCalls.find, asVisitor, async ({ actor: visitor, outgoing }) => {
    const { brand } = await visitor.laboratory(loadBrand)
    outgoing.set('cache-control', 'no-cache')
    outgoing.set('vary', 'Host')
    return { data: brand }
  })

  on(api, brandCalls.image, asVisitor, async ({ actor: visitor, params, outgoing }) => {
    const image = await visitor.laboratory(laboratory => findBrandImage(laboratory, params.name))
    const type = mediaTypes[params.name.split('.').at(-1) ?? '']
    if (!image || !type) throw problem('not_found')
    outgoing.set('cache-control', 'public, max-age=31536000, immutable')
    return { bytes: new Uint8Array(image.content), type }
  })
}
