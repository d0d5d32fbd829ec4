export const isEntry = ({ kind }: { kind: string }): boolean => kind.startsWith('changelog.')
