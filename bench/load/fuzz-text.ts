import { parseArgs } from 'node:util'
import { generatedText, knownTexts } from '../../tests/support/generated-text.ts'

// npm run fuzz-text [-- --count 100000 --seed 0]: converts texts made of Markdown's parts, up to the maximum length,
// and known slow texts, in every way. Reports which took the most processor time, and fails if one threw or took too
// long.
process.env.NEXT_PUBLIC_SUPABASE_URL ??= 'http://127.0.0.1:54321'
process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY ??= 'none'
const { parseMarkdown } = await import('../../lib/text/markdown.ts')
const { markdownHtml } = await import('../../lib/text/markdown-html.ts')
const { nodesText } = await import('../../lib/text/plain-text.ts')

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, seed: { type: 'string', default: '0' } },
})
const longest = 10_000
const limit = 50
const ways = {
  data: (text: string) => void parseMarkdown(text),
  html: (text: string) => void markdownHtml(text, 'https://feedback.example.com'),
  plain: (text: string) => void nodesText(parseMarkdown(text), 500),
}
type Way = keyof typeof ways

function took(way: Way, text: string): number {
  const before = process.threadCpuUsage()
  ways[way](text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const slowest = (Object.keys(ways) as Way[]).map((way) => ({ way, name: '', milliseconds: 0 }))
let tooSlow = 0

function measure(name: string, text: string): void {
  for (const worst of slowest) {
    let milliseconds = took(worst.way, text)
    // A slow run may have met the compiler or the garbage collector, so only five slow runs count.
    for (let again = 0; again < 4 && milliseconds > limit / 2; again++) {
      milliseconds = Math.min(milliseconds, took(worst.way, text))
    }
    if (milliseconds > limit) {
      tooSlow++
      console.log(`${worst.way} of ${name}: ${milliseconds.toFixed(1)} ms`)
    }
    if (milliseconds > worst.milliseconds) Object.assign(worst, { name, milliseconds })
  }
}

for (let seed = 0; seed < 300; seed++) measure('a first text', generatedText(seed, 500))
for (const worst of slowest) worst.milliseconds = 0
for (const [name, text] of knownTexts(longest)) measure(name, text)
console.log('Slowest of the known texts:', slowest)
const first = Number(values.seed)
for (let seed = first; seed < first + Number(values.count); seed++) {
  // Most are short, like most of what people write.
  const length = seed % 16 === 0 ? longest : seed % 4 === 0 ? 2_500 : 400
  measure(`seed ${seed} at ${length}`, generatedText(seed, length))
}
console.log(`Slowest of all, with ${values.count} generated texts:`, slowest)
process.exitCode = tooSlow > 0 ? 1 : 0
