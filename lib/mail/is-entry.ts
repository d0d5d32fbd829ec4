/** Whether an item tells of an entry of the changelog. */
export const isEntry = ({ kind }: { kind: string }): boolean => kind.startsWith('changelog.')
