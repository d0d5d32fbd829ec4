import type { ChildProcess } from 'node:child_process'
import { nextCommand } from '../../supabase/commands/build-site.ts'
import { projectRoot } from '../../supabase/local/backend.ts'
import {
  findFreePort,
  endChild,
  endOf,
  hasEnded,
  spawnNode,
  waitUntil,
} from '../../supabase/local/processes.ts'
import { type Proxy, startProxy } from './proxy.ts'
import { type RedisServer, startRedis } from './redis-server.ts'

export type Instance = {
  address: string
  pid: () => number
  /** Its output so far. */
  output: () => string
  /** Kills it. */
  kill: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

export type Cluster = {
  /** The address for visitors: the proxy's, or else the first instance's. */
  site: string
  instances: Instance[]
  redis: RedisServer
  proxy: Proxy | null
  stop: () => Promise<void>
}

type Options = {
  count: number
  /** Environment variables of the site, including the backend's. */
  env: Record<string, string>
  hasProxy?: boolean
}

/** Instances of the built site that share their own Redis, behind a proxy configured as in deploy/. */
export async function startCluster({ count, env, hasProxy = true }: Options): Promise<Cluster> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const step of stops.splice(0).toReversed()) await step()
  }
  try {
    const redis = await startRedis()
    stops.push(redis.stop)
    // Below the ports that systems use for outgoing connections, which could take this one while an instance is down.
    const port = await findFreePort(24_000 + (process.pid % 500) * 12)
    const ports: number[] = []
    for (let number = 0; number < count; number++)
      ports.push(await findFreePort((ports.at(-1) ?? port + 1) + 1))
    const site = `http://localhost:${hasProxy ? port : ports[0]}`
    const instances = ports.map((each) =>
      instanceOn(each, { ...env, SITE_URL: site, REDIS_URL: redis.url, TRUSTED_PROXIES: '1' }),
    )
    for (const instance of instances) {
      stops.push(instance.stop)
      await instance.start()
    }
    const proxy = hasProxy ? await startProxy(port, ports) : null
    if (proxy) stops.push(proxy.stop)
    return { site, instances, redis, proxy, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function instanceOn(port: number, env: Record<string, string>): Instance {
  let child: ChildProcess
  let output = ''
  const address = `http://localhost:${port}`
  return {
    address,
    pid: () => child.pid!,
    output: () => output,
    async start() {
      child = spawnNode(nextCommand, ['start', '--port', String(port)], {
        cwd: projectRoot,
        env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part) => (output += part))
      await waitUntil('The start of an instance', (signal) => {
        if (hasEnded(child)) throw new Error(`The instance ended:\n${output}`)
        return fetch(`${address}/api/health`, { signal }).then(({ ok }) => ok)
      })
    },
    async kill() {
      const ended = endOf(child)
      child.kill('SIGKILL')
      await ended
    },
    stop: () => endChild(child),
  }
}
