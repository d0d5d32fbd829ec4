import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { fail } from './environment.ts'
import { connect } from './connection.ts'
import { type ImportedPost, parseLine, readLines } from './import-lines.ts'
import { showProgress } from './import-progress.ts'
import { emptySummary, summarize } from './import-summary.ts'
import { checkPosts, type Target, writePosts } from './import-write.ts'

const usage = `npm run import -- <file> [--category <slug>] [--dry-run]

Brings posts with their votes and comments from a JSON-lines file into the database. A post that is there already
stays as it is, so a broken import is simply started again.

  --category  where the posts go (new-features unless told)
  --dry-run   checks the file and says what would be done, writes nothing

Ends with 1 when the file cannot be read, when no line of it can be used, or when the database fails;
bad lines are reported and left out.`

// The database driver throws outside of any promise when the server goes away while it writes.
process.on('uncaughtException', ({ message }) =>
  fail(stopped(new Error(`the database is gone (${message})`))),
)

try {
  process.exitCode = await run()
} catch (error) {
  fail(error)
}
process.exit()

async function run(): Promise<number> {
  const { file, category, dryRun } = readArguments()
  const handle = await open(file).catch((error: Error) => {
    throw new Error(`Cannot read ${file}: ${error.message}`)
  })
  const facts = await handle.stat()
  if (facts.isDirectory()) throw new Error(`Cannot read ${file}: it is a folder.`)
  const { sql, name, end } = await connect()
  try {
    const { id, label } = await findCategory(sql, category)
    console.error(
      `${dryRun ? 'Checking' : 'Importing'} ${basename(file)} into ${label} (/${category}), ${name}`,
    )
    const target = { sql, categoryId: id, source: basename(file) }
    const summary = await importLines(
      handle.createReadStream(),
      facts.isFile() ? facts.size : 0,
      target,
      dryRun,
    )
    console.log(summarize(summary, dryRun))
    return summary.added + summary.present > 0 ? 0 : 1
  } finally {
    await end()
  }
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        category: { type: 'string', default: 'new-features' },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    if (positionals.length !== 1) throw new Error('Give one file.')
    return { file: positionals[0]!, category: values.category, dryRun: values['dry-run'] }
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${usage}`, { cause: error })
  }
}

async function findCategory(sql: Target['sql'], slug: string): Promise<{ id: number; label: string }> {
  const categories = await sql<{ id: number; slug: string; name: string }[]>`
    select id, slug, name from public.categories order by position, id`
  const found = categories.find((category) => category.slug === slug)
  if (found) return { id: found.id, label: found.name }
  throw new Error(
    `There is no category "${slug}". There are: ${categories.map((one) => one.slug).join(', ')}`,
  )
}

async function importLines(chunks: AsyncIterable<Uint8Array>, size: number, target: Target, dryRun: boolean) {
  const progress = showProgress(size)
  const summary = emptySummary()
  const reject = (line: number, reason: string) => {
    summary.bad++
    progress.note(`Line ${line}: ${reason}`)
  }
  let batch: { line: number; post: ImportedPost }[] = []
  let weight = 0
  const flush = async () => {
    const posts = batch.map(({ post }) => post)
    const lineOf = new Map(batch.map(({ line, post }) => [post, line]))
    batch = []
    weight = 0
    if (posts.length === 0) return
    const { added, rejected } = await (dryRun ? checkPosts : writePosts)(target, posts)
    for (const { post, reason } of rejected) reject(lineOf.get(post)!, reason)
    summary.present += posts.length - added.length - rejected.length
    summary.added += added.length
    for (const post of added) {
      summary.votes += post.votes
      summary.comments += post.comments.length
      summary.shortened += post.shortened
      summary.emptyComments += post.emptyComments
      summary.duplicates += post.isDuplicate ? 1 : 0
    }
  }
  try {
    for await (const { number, text, bytesRead } of readLines(chunks)) {
      if (text?.trim() === '') continue
      const parsed = text === null ? { ok: false as const, reason: 'longer than 16 MB' } : parseLine(text)
      if (!parsed.ok) reject(number, parsed.reason)
      else {
        batch.push({ line: number, post: parsed.post })
        weight += (text ?? '').length + 100 * parsed.post.votes
      }
      // Small enough that people who write meanwhile hardly wait.
      if (batch.length === 50 || weight > 250_000) {
        await flush()
        progress.update(bytesRead, number)
      }
    }
    await flush()
  } catch (error) {
    throw stopped(error as Error)
  } finally {
    progress.end()
  }
  return summary
}

function stopped(error: Error): Error {
  const advice = 'What was imported is complete. Run the same command again to carry on.'
  return new Error(`The import stopped: ${error.message}\n${advice}`, { cause: error })
}
