/** Whoever presses before the thread has come gets there when it has. */
let isWished = false
let go: (() => void) | undefined

export const threadWishes = {
  goThere() {
    if (go) go()
    else isWished = true
  },
  /** While the thread is on the screen. */
  serve(goHere: () => void) {
    go = goHere
    if (isWished) goHere()
    isWished = false
    return () => {
      go = undefined
    }
  },
}
