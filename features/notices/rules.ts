/** Before the practice opens: what has happened since yesterday morning. */
export const usualDigestHour = 7
