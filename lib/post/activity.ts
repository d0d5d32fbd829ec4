export const activities = ['posts', 'votes', 'comments'] as const
export type Activity = (typeof activities)[number]

export const isActivity = (value: string): value is Activity => activities.includes(value as Activity)

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const readPersonId = (text: string): string | null => (uuid.test(text) ? text : null)

export const personAddress = (id: string): string => `/people/${id}`
