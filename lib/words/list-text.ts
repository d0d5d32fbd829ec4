import { perLanguage } from './state.ts'

const formats = perLanguage((locale) => new Intl.ListFormat(locale))

/** "a, b, and c" in the site's language. */
export const listText = (parts: string[]): string => formats().format(parts)
