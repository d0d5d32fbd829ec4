import 'server-only'
import type * as z from '../schemas/zod'

const listOf = (values: readonly unknown[]) => values.map((value) => `\`${String(value)}\``).join(', ')
const amount = (count: number | bigint, unit: string) => `${count} ${unit}${Number(count) === 1 ? '' : 's'}`
const units: Record<string, string> = { string: 'character', array: 'item' }
const kinds: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'text',
}
const formats: Record<string, string> = {
  date: 'a date such as 2026-01-31',
  datetime: 'a time with an offset such as 2026-01-31T09:00:00Z',
  email: 'an email address',
  url: 'a web address',
  uuid: 'a UUID',
}

/** What a field must be, as the end of a sentence. */
function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `be ${kinds[issue.expected] ?? `of type ${issue.expected}`}`
    case 'invalid_value':
      return `be ${issue.values.length > 1 ? 'one of ' : ''}${listOf(issue.values)}`
    case 'invalid_format':
      return `be ${formats[issue.format] ?? `text that matches ${issue.pattern ?? issue.format}`}`
    case 'too_small': {
      const unit = units[issue.origin]
      if (unit) return `have at least ${amount(issue.minimum, unit)}`
      return `be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
    }
    case 'too_big': {
      const unit = units[issue.origin]
      if (unit) return `have at most ${amount(issue.maximum, unit)}`
      return `be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`
    }
    default:
      return 'have another value'
  }
}

/** Explains each invalid field in a sentence. Schemas that bring their own sentence keep it. */
export const expected: z.core.ParseContext<z.core.$ZodIssue> = {
  error: (issue) => {
    const field = issue.path?.join('.')
    const must = expectation(issue)
    if (field && issue.input === undefined) {
      return `\`${field}\` is missing. Send ${must.replace(/^be /, '')}.`
    }
    return `${field ? `\`${field}\`` : 'The body'} must ${must}.`
  },
}
