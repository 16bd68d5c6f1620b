import type { AccessTokens } from './access-token.ts'
import type { CountMade } from './creating-rates.ts'
import type { Database } from './database.ts'
import type { Outbox } from './outbox.ts'

declare module '#kit/server/request-context.ts' {
  interface Services {
    database: Database
    accessTokens: AccessTokens
    countMade: CountMade
    /** Writes mails. */
    outbox: Outbox
  }
  /** A user of the calendar feed has no session. */
  interface Caller {
    brandId: string
    sessionId?: string
  }
}
