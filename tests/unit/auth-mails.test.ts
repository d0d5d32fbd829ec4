import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '../../lib/words/languages.ts'
import { readConfig, withTemplates, writeTemplates } from '../../supabase/local/templates.ts'

const names = ['confirmation', 'magic_link', 'recovery', 'email_change']
const codes = Object.keys(languages)

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-templates-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the templates in supabase/ are the English ones', async () => {
  const written = await inFolder(async (folder) => {
    const config = withTemplates(readConfig(), await writeTemplates({ language: 'en' }, folder))
    return { config, mails: names.map((name) => readFileSync(join(folder, `${name}.html`), 'utf8')) }
  })
  const kept = names.map((name) => readFileSync(`supabase/templates/${name}.html`, 'utf8'))
  expect(written).toEqual({ config: readConfig(), mails: kept })
})

test.each(codes)(
  'the emails of the auth service in %s have their link, code, subject and language',
  async (language) => {
    await inFolder(async (folder) => {
      const templates = await writeTemplates({ language }, folder, 'elsewhere')
      const config = withTemplates(readConfig(), templates)
      expect(new Set(config.match(/^subject = "[^"]+"$/gm)).size).toBe(names.length)
      for (const name of names) {
        expect(config).toContain(`content_path = "elsewhere/${name}.html"`)
        const html = readFileSync(join(folder, `${name}.html`), 'utf8')
        expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
        expect(
          html.match(/\{\{ \.SiteURL \}\}\/auth\/confirm\?token_hash=\{\{ \.TokenHash \}\}&type=/g),
        ).toHaveLength(2)
        expect(html).toContain('<img src="{{ .SiteURL }}/api/logo"')
        expect(html.includes('class="code"')).toBe(name === 'confirmation' || name === 'magic_link')
      }
    })
  },
)

test('the emails of the auth service have the site’s name and color, and don’t fill in parts of the name', async () => {
  await inFolder(async (folder) => {
    await writeTemplates({ language: 'en', name: 'Field & {{{ .Token }}', accent: '#0f766e' }, folder)
    for (const name of names) {
      const html = readFileSync(join(folder, `${name}.html`), 'utf8')
      expect(html).toContain('<bdi>Field &amp; { { { .Token }}</bdi>')
      expect(html).toContain('a.button{display:inline-block;padding:10px 16px;background:#0f766e')
    }
  })
})
