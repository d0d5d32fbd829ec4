import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getSite } from '../queries/site'
import { t } from '../words/t.ts'
import { accent as ownAccent } from './signpost-mark'

export async function answerWidget(): Promise<Response> {
  const [{ accent }, source] = await Promise.all([
    getSite(),
    readFile(join('lib', 'publish', 'widget.js'), 'utf8'),
  ])
  return new Response(fillWidget(source, accent ?? ownAccent), {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
    },
  })
}

export function fillWidget(source: string, accent: string): string {
  const site = {
    accent,
    label: t('common.feedback'),
    loading: t('common.loading'),
    close: t('common.close'),
    notHere: t('widget.notHere'),
    newTab: t('widget.openInANewTab'),
  }
  return source
    .replaceAll(/^\s*\/\/.*\n/gm, '')
    .replaceAll(/^\s+/gm, '')
    .replace('/* site */', () => JSON.stringify(site).replaceAll('<', '\\u003c'))
}
