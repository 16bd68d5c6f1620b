import type { Need } from '#kit/contract.ts'
import type { Maker } from './idempotency.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Makes an actor that has what the endpoint needs and runs `work` as it, inside the request's one transaction. `N`: the needs
 * that it can check; an endpoint with another need cannot be served with it.
 */
export type Guard<A, N extends Need> = {
  /**
   * How many bytes of a body may be read before the rights are checked. Throws for unauthenticated callers, so that none of their
   * body is read: tokens are checked by their signature without the database, keys only in the database.
   */
  readonly bodyAllowance: (context: RequestContext) => Promise<number>
  /** For callers who make or change things: their limits and earlier answers. Unknown callers have no idempotency keys. */
  readonly makerOf?: (actor: A, context: RequestContext) => Maker
  readonly run: <T>(
    context: RequestContext,
    needs: N,
    mode: 'read' | 'write',
    work: (actor: A) => Promise<T>,
  ) => Promise<T>
}

/** A guard of identified callers: only they can create things. */
export type MakersGuard<A, N extends Need> = Guard<A, N> & Required<Pick<Guard<A, N>, 'makerOf'>>

/** Enough for a login with a password or a browser's report. */
const ofAnyone = 16 * 1024

export const anyonesBody = async () => ofAnyone

export function tokenOf(headers: Headers): string | undefined {
  const [scheme, token] = headers.get('authorization')?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}
