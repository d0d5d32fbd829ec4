import { ofetch } from 'ofetch'

/** Our own JSON addresses. ofetch sends objects as JSON, throws on 400-599 and retries the passing ones once. */
export const fetchJson = ofetch.create({ retry: 1, timeout: 15_000 })
