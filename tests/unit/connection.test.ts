import { expect, test } from 'vitest'
import { needsTls } from '../../lib/supabase/database-address'

test.each([
  ['postgresql://postgres.abc:pw@aws-0-eu-central-1.pooler.supabase.com:5432/postgres', true],
  ['postgresql://postgres:pw@localhost.example.com/postgres', true],
  ['postgresql://postgres:pw@10.0.0.5:5432/postgres', true],
  ['postgresql://postgres:pw@localhost:5432/postgres', false],
  ['postgresql://postgres:pw@127.0.0.1:54322/postgres', false],
  ['postgresql://postgres:pw@[::1]:54322/postgres', false],
  // What the operator says, counts.
  ['postgresql://postgres:pw@db.example.com/postgres?sslmode=verify-full', false],
  ['postgresql://postgres:pw@db.internal/postgres?sslmode=disable', false],
])('%s: encrypted by us: %s', (url, expected) => {
  expect(needsTls(url)).toBe(expected)
})
