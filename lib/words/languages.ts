import { stretchMessage } from './pseudo.ts'
import { type Message, words } from './state.ts'
import type english from '../../messages/en.json'

type Tree = { [name: string]: string | Tree }
type Language = {
  name: string
  direction?: 'rtl'
  load: () => Promise<{ default: Tree | typeof english }>
  change?: (message: Message) => Message
}

/** The site's languages. A new one is a file in messages/ and a line here. */
export const languages: Record<string, Language> = {
  en: { name: 'English', load: () => import('../../messages/en.json', { with: { type: 'json' } }) },
  de: { name: 'Deutsch', load: () => import('../../messages/de.json', { with: { type: 'json' } }) },
  fr: { name: 'Français', load: () => import('../../messages/fr.json', { with: { type: 'json' } }) },
  es: { name: 'Español', load: () => import('../../messages/es.json', { with: { type: 'json' } }) },
  'pt-BR': {
    name: 'Português (Brasil)',
    load: () => import('../../messages/pt-BR.json', { with: { type: 'json' } }),
  },
  ja: { name: '日本語', load: () => import('../../messages/ja.json', { with: { type: 'json' } }) },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    load: () => import('../../messages/ar.json', { with: { type: 'json' } }),
  },
}

/** Not offered in the settings. Shows what longer texts do to a layout (tests/e2e/languages.test.ts). */
const pseudo: Language = { ...languages.en!, name: 'Pseudo', change: stretchMessage }

export function findLanguage(code: string): Language | undefined {
  if (code === 'en-XA') return pseudo
  return Object.hasOwn(languages, code) ? languages[code] : undefined
}

/** The direction of a language's script. */
export const directionOf = (language: string): 'ltr' | 'rtl' => findLanguage(language)?.direction ?? 'ltr'

/** A language for Intl. Those written from right to left get Latin digits, as people type them in posts. */
export const localeOf = (language: string): string =>
  directionOf(language) === 'rtl' ? `${language}-u-nu-latn` : language

export const currentLanguage = (): string => words.locale.split('-u-')[0]!

export const languageChoices = (): [code: string, name: string][] =>
  Object.entries(languages).map(([code, { name }]) => [code, name])
