/** What a person did, as the address and the database name it. */
export const activities = ['posts', 'votes', 'comments'] as const
export type Activity = (typeof activities)[number]

export const isActivity = (value: string): value is Activity => activities.includes(value as Activity)

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id of a person from an address; null if it isn't one. */
export const readPersonId = (text: string): string | null => (uuid.test(text) ? text : null)

export const personAddress = (id: string): string => `/people/${id}`
