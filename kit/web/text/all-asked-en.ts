export const en = 'Fill in every field unless it says “optional”.'
