export const codePath = '/settings/code'

/** `next` is as written by writeReturnPath; `start` names the sign-in at another site that has ended. */
export const codeAddress = (next: string, start = ''): string =>
  `${codePath}?${new URLSearchParams({ next, ...(start && { start }) })}`
