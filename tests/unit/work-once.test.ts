import { expect, test, vi } from 'vitest'

const done: string[] = []
const engine = {
  supervise: async () => {},
  send: async () => {},
  fetch: async (name: string) => [{ id: name }],
  complete: async (name: string) => done.push(`${name} done`),
  fail: async (name: string, _id: string, { reason }: { reason: string }) => done.push(`${name}: ${reason}`),
  stop: async () => done.push('engine ended'),
}
vi.mock('@/lib/jobs/engine', () => ({ openEngine: async () => engine }))
vi.mock('@/lib/jobs/open-context', () => ({
  openContext: () => ({ context: {}, close: async () => done.push('connection closed') }),
}))
vi.mock('@/lib/jobs/tasks', () => ({
  tasks: {
    first: { run: async () => {} },
    mail: { run: async () => Promise.reject(new Error('no mail server')) },
    last: { run: async () => {} },
  },
}))
const { workOnce } = await import('@/lib/jobs/work')

test('a failed task is reported at the end and does not stop the others', async () => {
  await expect(workOnce('postgresql://127.0.0.1/none')).rejects.toThrow('mail: no mail server')
  expect(done).toEqual([
    'first done',
    'mail: no mail server',
    'last done',
    'engine ended',
    'connection closed',
  ])
})
