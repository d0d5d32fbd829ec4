/** Whether an item is about a changelog entry. */
export const isEntry = ({ kind }: { kind: string }): boolean => kind.startsWith('changelog.')
