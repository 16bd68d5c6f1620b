/** The payment just begun, whose card page opens once and not again on return. */
let going: string | undefined

export const goOnTo = (paymentId: string) => {
  going = paymentId
}

export function takeGoing(paymentId: string): boolean {
  const isGoing = going === paymentId
  going = undefined
  return isGoing
}
