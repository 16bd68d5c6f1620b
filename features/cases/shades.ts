/** VITA classical: hue A to D, darker from left to right. */
export const vitaClassical = [
  ['A1', 'A2', 'A3', 'A3.5', 'A4'],
  ['B1', 'B2', 'B3', 'B4'],
  ['C1', 'C2', 'C3', 'C4'],
  ['D2', 'D3', 'D4'],
] as const

/** VITA 3D-Master, from light to dark: the first figure is the lightness, the letter the hue, the last the chroma. */
export const vita3DMaster = [
  ['1M1', '1M2'],
  ['2L1.5', '2L2.5', '2M1', '2M2', '2M3', '2R1.5', '2R2.5'],
  ['3L1.5', '3L2.5', '3M1', '3M2', '3M3', '3R1.5', '3R2.5'],
  ['4L1.5', '4L2.5', '4M1', '4M2', '4M3', '4R1.5', '4R2.5'],
  ['5M1', '5M2', '5M3'],
] as const

/** Of the 3D-Master family: lighter than teeth are by nature. */
export const vitaBleach = ['0M1', '0M2', '0M3'] as const

const guides = { classical: vitaClassical.flat(), master: [...vita3DMaster.flat(), ...vitaBleach] } as const

export type ShadeGuide = keyof typeof guides

/** The guide that a shade is written in; none where it is free text for another guide. */
export const guideOf = (shade: string): ShadeGuide | undefined =>
  (['classical', 'master'] as const).find(guide => (guides[guide] as readonly string[]).includes(shade))
