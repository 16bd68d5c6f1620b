/** Opens the calendar at the appointment. False while it has not been rendered yet. */
export function pickAppointment(): boolean {
  const place = document.getElementById('move-appointment')
  place?.scrollIntoView({ block: 'center' })
  place?.click()
  return place !== null
}
