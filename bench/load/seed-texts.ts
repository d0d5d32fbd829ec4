/** Part of a text. Paragraphs are built from sentences later. */
export type Piece = { kind: string; n: number; text: string }
type WrittenKind = Exclude<keyof ReturnType<typeof countPieces>, 'paragraph'>

const subjects = [
  'dark mode search export import calendar keyboard shortcut notification mobile offline sync dashboard filter comment',
  'editor image upload table column board roadmap label tag theme login password account billing invoice report chart',
  'widget webhook api token team role permission language translation timezone reminder template archive backup restore',
  'print share link preview drag drop menu sidebar toolbar button icon color font size zoom screen reader contrast focus',
]
const small = [
  'the to a of and in for is on with that it be as are this when not from or by we an can at i have would should my all if',
]
const kinds = [
  'support add allow improve fix option settings automatic custom default multiple new bulk inline',
]
// Some invented words may also be stop words.
const stopWords = new Set(
  [...small, 'me he no so do don be to was were'].flatMap((words) => words.split(' ')),
)

/** How many pieces of each kind are needed for the texts of this many posts. */
export function countPieces(posts: number) {
  const many = Math.min(60_000, Math.max(6_000, Math.round(posts / 10)))
  return { opening: many, rest: many, rare: many / 10, sentence: many, paragraph: many, ending: many / 10 }
}

/**
 * The pieces of generated texts, the same on every call. A title is an opening and a continuation, or a rare title. A
 * comment consists of sentences, and details of paragraphs. Some have an ending in Markdown.
 */
export function listPieces(counts: ReturnType<typeof countPieces>): Piece[] {
  const random = randomNumbers(20261120)
  const words = vocabulary(random)
  const makers: Record<WrittenKind, () => string> = {
    opening: () => sentence(words, 1 + Math.floor(random() * 4)),
    rest: () => phrase(words, 2 + Math.floor(random() * 3)),
    rare: () => rareTitle(words, random),
    sentence: () => `${sentence(words, 4 + Math.floor(random() * 13))}.`,
    ending: () => ending(words, random),
  }
  return Object.entries(makers).flatMap(([kind, make]) =>
    Array.from({ length: counts[kind as WrittenKind] }, (_, i) => ({
      kind,
      n: i + 1,
      text: make(),
    })),
  )
}

type Words = () => string

/** Word frequencies as in real text: the nth word is drawn 1/n as often as the first. Two in three are invented. */
function vocabulary(random: () => number): Words {
  const syllables =
    'ba be bi bo ca ce co da de di do fa fe fi ga go ha he ja ka ke la le li lo ma me mi mo na ne ni no pa pe po ra re ri ro sa se si so ta te ti to va ve vi wa za'.split(
      ' ',
    )
  const ends = ['', '', 'n', 'r', 's', 't', 'l', 'ng', 'ck', 'st']
  const list = [...new Set([...small, ...kinds, ...subjects].flatMap((words) => words.split(' ')))]
  const seen = new Set(list)
  while (list.length < 40_000) {
    const length = 2 + Math.floor(random() * 3)
    let word = ''
    for (let i = 0; i < length; i++) word += pick(syllables, random)
    word += pick(ends, random)
    if (seen.has(word)) continue
    seen.add(word)
    list.push(word)
  }
  const sums = new Float64Array(list.length)
  let sum = 0
  list.forEach((_, i) => (sums[i] = sum += 1 / (i + 3)))
  return () => {
    const target = random() * sum
    let low = 0
    let high = list.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! < target) low = middle + 1
      else high = middle
    }
    return list[low]!
  }
}

function rareTitle(words: Words, random: () => number): string {
  const kind = random()
  if (kind < 0.2)
    return `支持${pick(['暗色模式', '导出数据', '键盘快捷键', '离线使用', '搜索评论'], random)} ${words()}`
  if (kind < 0.4)
    return `دعم ${pick(['الوضع الداكن', 'تصدير البيانات', 'البحث', 'العمل دون اتصال'], random)} ${words()}`
  return (
    sentence(words, 2) +
    ` in ${pick(['C++', 'C#', 'Node.js', 'pi-hole', 'e-mail', 'OAuth2'], random)} ${words()}`
  )
}

function ending(words: Words, random: () => number): string {
  return random() < 0.6
    ? Array.from({ length: 3 }, () => `- ${sentence(words, 5)}`).join('\n')
    : `See [${words()}](https://example.com/${words()}) and \`${words()}\`, **${words()}** as well.`
}

/** Ends with an indexed word, because its position tells where the next piece's words begin. */
function phrase(words: Words, length: number): string {
  const list = Array.from({ length: length - 1 }, words)
  let last = words()
  while (stopWords.has(last)) last = words()
  return [...list, last].join(' ')
}

function sentence(words: Words, length: number): string {
  const text = phrase(words, length)
  return text[0]!.toUpperCase() + text.slice(1)
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
