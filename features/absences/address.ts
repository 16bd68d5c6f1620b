import * as v from 'valibot'

export const AbsenceTab = v.picklist(['upcoming', 'all'])
export type AbsenceTab = v.InferOutput<typeof AbsenceTab>
