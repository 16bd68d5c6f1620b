import * as v from 'valibot'
import { type Endpoint, Id } from '#kit/contract.ts'
import type { Problem } from '#kit/problem.ts'
import type { RequestContext } from './request-context.ts'

type Asked = { request: RequestContext; endpoint: Endpoint; id: string | undefined }

export function leaveView(asked: Asked): void {
  for (const kind of [asked.endpoint.views ?? []].flat()) leave(asked, kind)
}

/** An access to something outside the caller's reach is answered not_found, so that is recorded as well as 403. */
export function leaveRefusal(asked: Asked, { status }: Problem): void {
  if (status === 403) leave(asked, 'access_refused')
  if (status === 404 && v.is(Id, asked.id)) leave(asked, 'not_found_refused')
}

function leave({ request, endpoint: { method, path }, id }: Asked, kind: string): void {
  const { caller, requestId, services } = request
  if (!caller) return
  services.keepSighting({
    ...caller,
    kind,
    requestId,
    route: `${method} ${path}`,
    id: v.is(Id, id) ? id : undefined,
  })
}
