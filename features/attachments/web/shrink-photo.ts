/** Enough for a print on A4; phones take more only for enlargements. */
const longestSides = [4000, 3000, 2400]

/**
 * The same photo in fewer bytes, upright; undefined when the browser cannot read it or it stays too large. Photos from
 * phones exceed 5 MB without showing more on a screen.
 */
export async function shrinkPhoto(
  photo: Blob,
  limit: number,
  sides: readonly number[] = longestSides,
): Promise<Blob | undefined> {
  const picture = await createImageBitmap(photo, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return
  try {
    for (const side of sides) {
      const scale = Math.min(1, side / Math.max(picture.width, picture.height))
      const canvas = document.createElement('canvas')
      canvas.width = Math.round(picture.width * scale)
      canvas.height = Math.round(picture.height * scale)
      canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
      const smaller = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/jpeg', 0.9))
      if (smaller && smaller.size <= limit) return smaller
    }
  } finally {
    picture.close()
  }
}
