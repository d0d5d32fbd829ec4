declare module 'autocannon' {
  type Result = {
    requests: { average: number; total: number }
    latency: { p99: number }
    errors: number
    non2xx: number
  }
  export default function autocannon(options: {
    url: string
    connections: number
    duration?: number
    /** How many requests, instead of how long. */
    amount?: number
    headers?: Record<string, string>
    /** What each request is like, made right before it is sent. */
    requests?: { setupRequest: (request: { path: string }) => { path: string } }[]
  }): Promise<Result>
}
