import { hostedTime } from './lite'

/** A database timestamp as ISO 8601 in UTC. */
export function isoTime(value: string): string
export function isoTime(value: string | null): string | null
export function isoTime(value: string | null): string | null {
  return value === null ? null : new Date(hostedTime(value)).toISOString()
}
