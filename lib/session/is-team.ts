/** Whether somebody has a role, whichever: what admins alone may do asks for that one. */
export const isTeam = (viewer: { role: string | null } | null | undefined): boolean => Boolean(viewer?.role)
