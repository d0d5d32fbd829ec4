/** Whether someone has any role. What only admins may do checks for that role. */
export const isTeam = (viewer: { role: string | null } | null | undefined): boolean => Boolean(viewer?.role)
