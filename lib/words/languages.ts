import type english from '../../messages/en.json'

type Tree = { [name: string]: string | Tree }
type Language = { name: string; load: () => Promise<{ default: Tree | typeof english }> }

/** Every language of the site; a new one is a file in messages/ and a line here. */
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
  ar: { name: 'العربية', load: () => import('../../messages/ar.json', { with: { type: 'json' } }) },
}

export const isLanguage = (code: string): boolean => Object.hasOwn(languages, code)

/** Which way a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

export const languageChoices = (): [code: string, name: string][] =>
  Object.entries(languages).map(([code, { name }]) => [code, name])
