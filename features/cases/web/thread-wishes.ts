/** A press before the thread has loaded scrolls there once it has. */
let isWished = false
let go: (() => void) | undefined

export const threadWishes = {
  goThere() {
    if (go) go()
    else isWished = true
  },
  /** Registers the thread while it is on the screen. */
  serve(goHere: () => void) {
    go = goHere
    if (isWished) goHere()
    isWished = false
    return () => {
      go = undefined
    }
  },
}
