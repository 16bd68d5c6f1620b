export const fr = 'Remplissez tous les champs, sauf mention contraire.'
