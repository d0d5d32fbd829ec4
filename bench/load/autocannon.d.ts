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
    /** A number of requests, instead of a duration. */
    amount?: number
    headers?: Record<string, string>
    /** Changes a request right before it is sent. */
    requests?: { setupRequest: (request: { path: string }) => { path: string } }[]
  }): Promise<Result>
}
