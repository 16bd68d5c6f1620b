type Address = { name: string; postalCode: string }
type Named = Address & { former: readonly Address[] }

type Names<Practice> = Map<string, [Address, Practice][]>

const alike = (name: string) => name.normalize('NFC').toLowerCase()
const bare = (said: string) => said.replace(/\s/g, '').toUpperCase()

/**
 * Practices by what a file calls them, and by postal code where several share a name. A practice that was merged into another one
 * is found as that one, unless one of today has its name.
 */
export class PracticeNames<Practice extends Named> {
  readonly #present: Names<Practice> = new Map()
  readonly #former: Names<Practice> = new Map()

  constructor(practices: readonly Practice[]) {
    for (const practice of practices) this.add(practice)
  }

  add(practice: Practice): void {
    keep(this.#present, practice, practice)
    for (const address of practice.former) keep(this.#former, address, practice)
  }

  find({ name, postalCode }: Address): Practice[] {
    const code = bare(postalCode)
    const named = (by: Names<Practice>) =>
      (by.get(alike(name)) ?? [])
        .filter(([address]) => !code || !address.postalCode || bare(address.postalCode) === code)
        .map(([, practice]) => practice)
    const found = named(this.#present)
    return found.length > 0 ? found : [...new Set(named(this.#former))]
  }
}

function keep<Practice>(by: Names<Practice>, address: Address, practice: Practice) {
  const key = alike(address.name)
  by.set(key, [...(by.get(key) ?? []), [address, practice]])
}
