export const recoveryCookie = 'signpost-recovery'

/** In the browser: whether this device came from a recovery link within the last hour. */
export const hasRecoveryCookie = (): boolean => document.cookie.includes(`${recoveryCookie}=`)
