import type { Viewer } from './viewer'

/** Whether somebody has a role, whichever: what admins alone may do asks for that one. */
export const isTeam = (viewer: Pick<Viewer, 'role'> | null | undefined): boolean => Boolean(viewer?.role)
