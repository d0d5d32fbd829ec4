import { expect, test } from 'vitest'
import { readBody } from '../../lib/publish/read-body'

const megabyte = 1024 * 1024

/** A request whose body has this many bytes and may never end. */
function requestOf(size: number, ends = true): Request {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(size))
      if (ends) controller.close()
    },
  })
  return new Request('https://feedback.example.com', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

test('a body is read up to its limit', async () => {
  expect(await readBody(requestOf(3), 3, 'kim')).toHaveLength(3)
  expect(await readBody(requestOf(4), 3, 'kim')).toBe('too large')
})

test('the sender with the most data in progress makes room for others', async () => {
  const unfinished = Array.from({ length: 20 }, () =>
    readBody(requestOf(5 * megabyte, false), 5 * megabyte, 'mallory'),
  )
  expect(await Promise.race(unfinished)).toBe('busy')
  expect(await readBody(requestOf(5 * megabyte), 5 * megabyte, 'kim')).toHaveLength(5 * megabyte)
})
