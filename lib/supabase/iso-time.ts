/** A database timestamp as ISO 8601; PostgREST writes "T" and "+00:00", the local backend " " and "+00". */
export function isoTime(value: string): string
export function isoTime(value: string | null): string | null
export function isoTime(value: string | null): string | null {
  return value === null
    ? null
    : new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}
