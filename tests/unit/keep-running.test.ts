import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { runSite } from '../../supabase/commands/run-site.ts'
import { keepRunning, type Run } from '../../supabase/local/keep-running.ts'

test('a site whose port is in use says which, and how to choose another', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(runSite('no-build', port, '127.0.0.1')).rejects.toThrow(
    `Port ${port} is in use by another program. To choose another, run: PORT=<port> npm start`,
  )
  other.close()
})

test('what keeps a program from restarting is said once', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const crash = Promise.withResolvers<void>()
  const running: Run = { ended: new Promise(() => {}), stop: () => Promise.resolve() }
  const open = vi
    .fn<() => Promise<Run>>()
    .mockRejectedValue(new Error('Port 3000 is in use.'))
    .mockResolvedValueOnce({ ...running, ended: crash.promise })
  const kept = await keepRunning('The site', open)
  crash.resolve()
  await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(4))
  open.mockResolvedValue(running)
  await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(5))
  await kept.stop()
  expect(log.mock.calls).toEqual([
    ['The site stopped unexpectedly. Restarting it.'],
    ['Port 3000 is in use.'],
  ])
  log.mockRestore()
})
