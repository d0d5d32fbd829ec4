import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const link =
  /<link rel="stylesheet" href="\/_next\/(static\/[^"]+\.css)"([^>]*) data-precedence="([^"]*)"\/>/g

/** By the path of its file, as long as the process runs: a build's files don't change. Empty if it can't be read. */
const styles = new Map<string, Promise<string>>()

/**
 * Puts a page's stylesheets into the page, so that its first paint waits for no other file
 * (docs/decisions/0019-styles-in-stored-pages.md). Their links stay, disabled: browsers don't load them, and React takes
 * them for loaded.
 * @param build the folder that contains the build's `static` folder
 */
export async function inlineStyles(html: string, build: string): Promise<string> {
  const end = html.indexOf('</head>')
  const head = html.slice(0, end)
  const files = [...head.matchAll(link)].map(([, file]) => file!)
  if (end < 0 || files.length === 0) return html
  const texts = new Map(
    await Promise.all(files.map(async (file) => [file, await readStyle(build, file)] as const)),
  )
  const inlined = head.replace(
    link,
    (whole: string, file: string, attributes: string, precedence: string) => {
      const text = texts.get(file)
      if (!text) return whole
      const mark = `data-precedence="${precedence}"`
      return `<style ${mark}>${text}</style><link rel="stylesheet" href="/_next/${file}" disabled=""${attributes} ${mark}/>`
    },
  )
  return inlined + html.slice(end)
}

function readStyle(build: string, file: string): Promise<string> {
  const path = join(build, file)
  const reading = styles.get(path) ?? readFile(path, 'utf8').then(toInline, () => '')
  styles.set(path, reading)
  return reading
}

/** Paths from the page's address instead of the file's, and no wide character (escape-wide-characters.ts). */
const toInline = (text: string): string =>
  text
    .replaceAll('url(../', 'url(/_next/static/')
    .replaceAll('</', '<\\/')
    .replace(/[^\0-\xff]/gu, (letter) => `\\${letter.codePointAt(0)!.toString(16)} `)
    .trim()
