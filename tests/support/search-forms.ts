/** Forms of words that find each other, and stop words, by the language of a board. */
export const boards: [language: string, forms: [one: string, other: string][], stopWords: string][] = [
  [
    'de',
    [
      ['Einstellung', 'Einstellungen'],
      ['Passwörter', 'Passwort'],
      ['Größe', 'grossen'],
    ],
    'für über das',
  ],
  [
    'fr',
    [
      ['paramètre', 'parametres'],
      ['préférée', 'préférés'],
      ['première', 'premiers'],
    ],
    'même les été',
  ],
  [
    'es',
    [
      ['notificación', 'notificaciones'],
      ['categorías', 'categoria'],
      ['botón', 'botones'],
    ],
    'también más el',
  ],
  [
    'pt-BR',
    [
      ['notificações', 'notificacao'],
      ['versão', 'versões'],
      ['usuários', 'usuário'],
    ],
    'não você para',
  ],
  [
    'ar',
    [
      ['الإعدادات', 'إعدادات'],
      ['مستخدم', 'المستخدمين'],
      ['widgets', 'widget'],
    ],
    'على إلى في the',
  ],
  ['ja', [['settings', 'setting']], 'the of'],
]
