import type { Need } from '#kit/contract.ts'
import type { Maker } from './idempotency.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Makes an actor that has what the endpoint needs and lets `work` run as it, inside the one transaction of the request. `N`:
 * the words it can answer for; an endpoint that needs another one cannot be served with it.
 */
export type Guard<A, N extends Need> = {
  /**
   * How many bytes of a body are read before it is judged what may be done. Throws for whoever is known to be nobody: of a stranger
   * not one byte is read. By a signature that is known without asking the database, by a key only from there.
   */
  readonly bodyAllowance: (context: RequestContext) => Promise<number>
  /** Of those who make or change things: what they have made and been answered before. Whoever is not known has no keys. */
  readonly makerOf?: (actor: A, context: RequestContext) => Maker
  readonly run: <T>(
    context: RequestContext,
    needs: N,
    mode: 'read' | 'write',
    work: (actor: A) => Promise<T>,
  ) => Promise<T>
}

/** Of those who are known: strangers make nothing. */
export type MakersGuard<A, N extends Need> = Guard<A, N> & Required<Pick<Guard<A, N>, 'makerOf'>>

/** A login and a password, or what browsers report, is never more. */
const ofAnyone = 16 * 1024

export const anyonesBody = async () => ofAnyone

export function tokenOf(headers: Headers): string | undefined {
  const [scheme, token] = headers.get('authorization')?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}
