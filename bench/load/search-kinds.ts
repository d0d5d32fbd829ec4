import type { Sql } from 'postgres'
import { type Kind, repeat } from './query-kind.ts'

/**
 * Every kind of search.
 * @param titles words of titles in the database
 */
export async function listSearches(sql: Sql, titles: string[][]): Promise<Kind[]> {
  const searches: Record<string, string[]> = {
    'a common word': [
      'dark',
      'mode',
      'search',
      'export',
      'calendar',
      'keyboard',
      'comment',
      'support',
      'add',
      'theme',
    ],
    'a beginning of a word': ['s', 'da', 'cal', 'not', 'key', 'e', 'c', 'im', 'pi-h', 'notif'],
    'two or three common words': [
      'dark mode',
      'search export',
      'calendar keyboard shortcut',
      'add support',
      'mobile sync',
      'import image',
      'filter team',
      'api token role',
    ],
    'stop words': ['the', 'to', 'how to', 'for the', 'with that', 'is it in the'],
    'words of a title': titles.slice(0, 20).map((words) => words.slice(0, 4).join(' ')),
    'a whole title': titles.slice(0, 20).map((words) => words.join(' ')),
    'a misspelt title': titles.slice(20, 40).map((words) => damageLongest(words)),
    'a misspelt word': [
      'drak mode',
      'keybord',
      'exprot',
      'calender',
      'notifcation',
      'seach',
      'shorcut keyboard',
      'timezon',
      'langauge',
      'webook',
    ],
    'nothing to find': [
      'xyzzyplugh',
      'qqqqwwww eeeerrrr',
      'zzyzx road',
      'lorem ipsum dolor sit amet',
      'jabberwocky slithy toves',
    ],
    'other scripts and signs': [
      '暗色',
      '暗色模式',
      '导出数据',
      'الوضع',
      'الوضع الداكن',
      'c++',
      'c#',
      'node.js',
      'oauth2',
      '🎉',
      '%',
      '"dark mode"',
    ],
    'very long': [
      titles.flat().join(' ').slice(0, 10_000),
      'dark mode '.repeat(1000),
      'a'.repeat(10_000),
      'a b c d e f g h '.repeat(600),
    ],
  }
  const kinds: Kind[] = []
  const statement = 'select * from public.search_posts($1, null, 20)'
  for (const [name, queries] of Object.entries(searches)) {
    kinds.push({
      name: `search_posts ${name}`,
      goal: 50,
      statement,
      parameters: repeat(
        queries.map((query) => [query]),
        20,
      ),
    })
  }
  const later: Kind['parameters'] = []
  for (const query of searches['a common word']!) {
    const [row] = await sql<{ row_cursor: string }[]>`
      select row_cursor from public.search_posts(${query}, null, 100) offset 99`
    if (row) later.push([query, row.row_cursor])
  }
  kinds.push(
    {
      name: 'search_posts a later page',
      goal: 50,
      statement: 'select * from public.search_posts($1, $2, 20)',
      parameters: repeat(later, 20),
    },
    {
      name: 'similar_posts',
      goal: 30,
      statement: 'select * from public.similar_posts($1)',
      parameters: [
        ...[
          'dark mode',
          'add calendar export',
          'the search for a theme',
          'keybord shortcut',
          's',
          'support for image upload in comment',
        ].map((q) => [q]),
        ...titles.slice(0, 24).map((words) => [words.join(' ')]),
      ],
    },
  )
  return kinds
}

function damageLongest(words: string[]): string {
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '')
  const middle = Math.max(1, longest.length >> 1)
  const damaged =
    longest.slice(0, middle - 1) + longest[middle] + longest[middle - 1] + longest.slice(middle + 1)
  return words.map((word) => (word === longest ? damaged : word)).join(' ')
}
