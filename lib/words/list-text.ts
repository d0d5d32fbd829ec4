import { perLanguage } from './state.ts'
import { t } from './t.ts'

const formats = perLanguage((locale) => new Intl.ListFormat(locale))

/** "a, b, and c" in the site's language. */
export const listText = (parts: string[]): string => formats().format(parts)

/** "a, b, c" with the language's commas. */
export const commaList = (parts: string[]): string => parts.join(t('common.comma'))
