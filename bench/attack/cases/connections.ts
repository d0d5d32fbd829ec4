import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, hold } from '../case.ts'
import type { Target } from '../target.ts'

/** Opens connections that send a text and read nothing, until `over` is set. */
function open(site: string, count: number, text: string, over: AbortSignal): Promise<unknown>[] {
  const { hostname, port } = new URL(site)
  return Array.from({ length: count }, () => {
    const socket: Socket = connect(Number(port) || 80, hostname.replace(/[[\]]/g, ''))
    socket.on('error', () => {}).pause()
    over.addEventListener('abort', () => socket.destroy())
    return new Promise<void>((sent) => {
      socket.once('close', sent)
      socket.write(text, () => sent())
    })
  })
}

/** Whether the same process still answers, within three seconds each time. */
async function holdAlive({ ask }: Target, when: string): Promise<void> {
  const answer = await ask('/', { signal: AbortSignal.timeout(3_000) }).catch(() => null)
  hold(answer?.status === 200, `the site doesn't answer ${when} (${answer?.status ?? 'no answer'})`)
}

async function endure(target: Target, count: number, text: string, seconds: number): Promise<string> {
  const over = new AbortController()
  try {
    await Promise.race([Promise.all(open(target.site, count, text, over.signal)), sleep(seconds * 1_000)])
    for (let second = 0; second < seconds; second += 2) {
      await holdAlive(target, `after ${second} s`)
      await sleep(2_000)
    }
  } finally {
    over.abort()
  }
  await holdAlive(target, 'afterwards')
  return 'the site goes on'
}

export const connectionAttacks: Attack[] = [
  {
    name: 'bodies of one-byte chunks',
    run: (target) => {
      const head =
        'POST / HTTP/1.1\r\nHost: a\r\nNext-Action: ' +
        `${'40'.repeat(21)}\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n`
      return endure(target, 12, head + '1\r\na\r\n'.repeat(250_000), 10)
    },
  },
  {
    name: 'thousands of requests before the first answer is read',
    run: (target) => endure(target, 10, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3_000), 10),
  },
  {
    name: 'two thousand searches at once',
    run: async (target) => {
      const word = randomUUID().slice(0, 8)
      const answers = await Promise.all(
        Array.from({ length: 2_000 }, (_, n) =>
          target.ask(`/search?q=${word}${n}`).then(
            ({ status }) => status,
            () => 0,
          ),
        ),
      )
      hold(!answers.includes(500), 'some were answered with 500')
      await holdAlive(target, 'afterwards')
      const refused = answers.filter((status) => status !== 200).length
      return `${2_000 - refused} answered, ${refused} told to retry`
    },
  },
  {
    name: 'protocol upgrades that disconnect',
    run: async (target) => {
      const { hostname, port } = new URL(target.site)
      for (const path of ['/', '/settings', '/%00']) {
        const answered = await new Promise<string>((done) => {
          let text = ''
          const socket = connect(Number(port) || 80, hostname.replace(/[[\]]/g, ''))
          socket.setTimeout(5_000, () => socket.destroy())
          socket.on('data', (part) => {
            text += String(part)
            socket.end()
          })
          socket.on('error', () => {}).on('close', () => done(text))
          socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`)
        })
        hold(/^HTTP\/1\.1 [2-4]/.test(answered), `${path}: ${answered.slice(0, 40) || 'no answer'}`)
      }
      return 'answered like any other request'
    },
  },
  {
    name: 'bodies that never end, until the site stops waiting',
    run: async (target) => {
      const over = new AbortController()
      const head =
        `POST / HTTP/1.1\r\nHost: a\r\nNext-Action: ${'40'.repeat(21)}\r\n` +
        'Content-Type: text/plain\r\nContent-Length: 262144\r\n\r\n'
      try {
        const sent = open(target.site, 300, head + ' '.repeat(255 * 1024), over.signal)
        await Promise.race([Promise.all(sent), sleep(10_000)])
        for (const size of [2, 1_000, 16_000]) {
          const sent = {
            method: 'POST',
            headers: { 'next-action': '40'.repeat(21) },
            body: '[]'.padStart(size),
          }
          const { status } = await target.ask('/', sent)
          hold([404, 409].includes(status), `a form of ${size} bytes is answered with ${status}`)
        }
      } finally {
        over.abort()
      }
      await holdAlive(target, 'afterwards')
      return 'forms get through'
    },
  },
]
