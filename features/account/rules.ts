export const fullName = (user: Record<'title' | 'first_name' | 'last_name', string | null>) =>
  [user.title, user.first_name, user.last_name].filter(Boolean).join(' ')
