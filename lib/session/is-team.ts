export const isTeam = (viewer: { role: string | null } | null | undefined): boolean => Boolean(viewer?.role)
