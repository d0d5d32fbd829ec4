import { expect, test } from 'vitest'
import { findFreePort } from '../../supabase/local/processes.ts'
import { showWaitingPage } from '../../supabase/commands/waiting-page.ts'

test('while the site is built, a page waits at its address and then leaves the port', async () => {
  const port = await findFreePort(31_900)
  const stop = await showWaitingPage(port, '127.0.0.1')
  for (const path of ['/', '/api/health', '/new-features?sort=new']) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toContain('Building Signpost…')
  }
  await expect(showWaitingPage(port, '127.0.0.1')).rejects.toThrow('EADDRINUSE')
  await stop()
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  await (
    await showWaitingPage(port, '127.0.0.1')
  )()
})
