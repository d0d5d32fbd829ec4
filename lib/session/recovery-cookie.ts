export const recoveryCookie = 'signpost-recovery'

export const hasRecoveryCookie = (): boolean => document.cookie.includes(`${recoveryCookie}=`)
