export const codePath = '/settings/code'

/**
 * The page that asks for the code of a second factor.
 * @param next where it leads afterwards, as written by writeReturnPath
 * @param start which sign-in at another site has ended, if it was one
 */
export const codeAddress = (next: string, start = ''): string =>
  `${codePath}?${new URLSearchParams({ next, ...(start && { start }) })}`
