import { openToOthers, type Settings } from '#app/env.ts'
import { isEmpty } from '#db/is-empty.ts'
import { type LaboratoryHost, listLaboratoryHosts } from '#db/laboratory-hosts.ts'
import { asOwner } from '#db/owner.ts'
import { seedDemonstration } from '#db/seed/demonstration.ts'
import { opensWithDemonstrationPassword } from '#db/seed/open-accounts.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import type { Storage } from '#kit/server/storage.ts'

/** The database's contents, for the welcome. */
export type Contents = 'nothing' | 'demonstration' | { hosts: LaboratoryHost[] }

/**
 * The demonstration is for one's own machine, because its password is public. An empty database is filled with it only if nobody
 * else can connect or if it is asked for, and it is not served to others unless asked for.
 */
export async function settleDemonstration(ownerUrl: string, settings: Settings, storage: Storage): Promise<Contents> {
  const { wantsDemonstration } = settings
  const opening = openToOthers(settings)
  const isWelcome = wantsDemonstration || (!settings.database && !opening)
  if (await isEmpty(ownerUrl)) {
    if (!isWelcome) return 'nothing'
    // Of two simultaneous starts, the second finds what the first has made.
    await asOwner(ownerUrl, async () => {
      if (await isEmpty(ownerUrl)) await seedDemonstration(ownerUrl, storage)
    })
    return 'demonstration'
  }
  if (!(await opensWithDemonstrationPassword(ownerUrl))) return { hosts: await listLaboratoryHosts(ownerUrl) }
  if (opening && !wantsDemonstration) {
    throw new OperatorError(
      `The demonstration accounts still open with the password that everybody can read in README.md, and ${opening} lets others in: ` +
        'start on another DATA_DIR or database, disable these accounts, or set DEMO=1 to show the demonstration on purpose.',
    )
  }
  return 'demonstration'
}
