import { randomInt, randomUUID } from 'node:crypto'
import type { ActionResult } from '../../lib/schemas/action-result.ts'
import { callAction } from '../support/action.ts'

const site = process.env.TEST_SITE_URL!.replace(/\/+$/, '')

export const password = 'correct horse battery'
export const newEmail = () => `${randomUUID()}@example.com`
/** Addresses of networks that don't exist (RFC 2544), so that no two tests share a network's limits. */
export const newAddress = () => `198.18.${randomInt(256)}.${randomInt(256)}`

/** A person's browser without a window. It keeps cookies and has its own network address. */
export function visitor(address = newAddress()) {
  const cookies = new Map<string, string>()

  async function ask(path: string, init: RequestInit = {}) {
    const start = performance.now()
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', address)
    headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await fetch(site + path, { redirect: 'manual', ...init, headers })
    const text = await response.text()
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split(/=(.*)/s)
      if (value && !/max-age=0/i.test(line)) cookies.set(name, value)
      else cookies.delete(name)
    }
    return { status: response.status, headers: response.headers, text, time: performance.now() - start }
  }

  /** The result of a server action of the page. */
  async function act<Data = null>(page: string, name: string, ...args: unknown[]) {
    const answer = await callAction({ site, ask }, page, name, args)
    // A long text has a row of its own, which begins with its length and doesn't end with a line break.
    const texts = new Map<string, string>()
    const rest = answer.text.replaceAll(/^(\w+):T([0-9a-f]+),(.*)/gm, (_, id, size, row: string) => {
      texts.set(`$${id}`, row.slice(0, Number.parseInt(size, 16)))
      return row.slice(Number.parseInt(size, 16))
    })
    const line = /[0-9a-f]:(\{"ok":.*\})$/m.exec(rest)?.[1]
    if (!line) throw new Error(`${name} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
    const read = (_: string, value: unknown) => texts.get(value as string) ?? value
    return { ...answer, result: JSON.parse(line, read) as ActionResult<Data> }
  }

  const signUp = (email: string, name = 'Kim Tester') => {
    const trap = { isFilled: false, milliseconds: 5_000 }
    return act('/', 'signUp', { name, email, password, repeatPassword: password, trap })
  }
  const confirm = (tokenHash: string, name = 'Kim Tester', chosen = password) =>
    act('/auth/confirm', 'confirmSignUp', {
      link: { tokenHash, type: 'signup' },
      name,
      password: chosen,
    })
  const signIn = (email: string, given = password) => act('/', 'signIn', { email, password: given })

  const sendCode = (email: string) => act('/', 'sendCode', { email, next: '/' })
  const enterCode = (email: string, code: string, isSignUp = false) =>
    act<{ isUnnamed: boolean; awaitsCode: boolean }>('/', 'enterCode', { email, code, isSignUp })
  const readViewer = async () => JSON.parse((await ask('/api/viewer')).text).viewer

  return { address, cookies, ask, act, signUp, confirm, signIn, sendCode, enterCode, readViewer }
}
