/** Opens the little calendar where the appointment stands. Whether it could: it may still be on its way. */
export function pickAppointment(): boolean {
  const place = document.getElementById('move-appointment')
  place?.scrollIntoView({ block: 'center' })
  place?.click()
  return place !== null
}
