/** The same numbers for the same seed on every machine (sfc32): what the demonstration shows must not change by itself. */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: string) {
    let hash = 2_166_136_261
    const mix = () => {
      for (let index = 0; index < seed.length; index++) hash = Math.imul(hash ^ seed.charCodeAt(index), 16_777_619)
      return hash >>> 0
    }
    this.#a = mix()
    this.#b = mix()
    this.#c = mix()
    for (let round = 0; round < 12; round++) this.#next()
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter++) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** Both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor((this.#next() / 2 ** 32) * (to - from + 1))
  }

  chance(percent: number): boolean {
    return this.between(1, 100) <= percent
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.between(0, from.length - 1)]
    if (picked === undefined) throw new RangeError('nothing to pick from')
    return picked
  }

  /** More often what weighs more. */
  weighted<T extends { weight: number }>(from: readonly T[]): T {
    let left = this.between(
      1,
      from.reduce((sum, { weight }) => sum + weight, 0),
    )
    for (const candidate of from) {
      left -= candidate.weight
      if (left <= 0) return candidate
    }
    throw new RangeError('nothing to pick from')
  }

  uuid(): string {
    const hex = Array.from({ length: 4 }, () => this.#next().toString(16).padStart(8, '0')).join('')
    const variant = '89ab'[this.between(0, 3)]
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
  }
}
