/** The payment that somebody has just begun and is to be taken to: once, and not again when they come back. */
let going: string | undefined

export const goOnTo = (paymentId: string) => {
  going = paymentId
}

export function takeGoing(paymentId: string): boolean {
  const isGoing = going === paymentId
  going = undefined
  return isGoing
}
