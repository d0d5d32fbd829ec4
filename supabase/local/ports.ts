import getPort from 'get-port'

/** The port itself when nobody listens on it, else the next free one above, else any free one. */
export async function findFreePort(preferred: number): Promise<number> {
  const ports = Array.from({ length: 20 }, (_, above) => preferred + above)
  return getPort({ port: ports.filter((port) => port < 65_536) })
}
