import { createServer } from 'node:net'

/** The port itself when nobody listens on it, else the next free one above, else any free one. */
export async function findFreePort(preferred: number): Promise<number> {
  for (let port = preferred; port > 0 && port < Math.min(preferred + 20, 65_536); port++) {
    if (await isFree(port)) return port
  }
  return listenOnce(0, '127.0.0.1')
}

async function isFree(port: number): Promise<boolean> {
  // Both families: something may hold only one of them, and a browser may try that one first.
  for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
    try {
      await listenOnce(port, host)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    }
  }
  return true
}

function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}
