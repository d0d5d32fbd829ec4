import { inspect } from 'node:util'
import { expect, test } from 'vitest'

type Test<Row extends readonly unknown[]> = (name: string, check: (...row: Row) => unknown) => void

/** Like test.each, but as one test: it tries every row and lists those that failed. */
export function testTable<Row extends unknown[] | [unknown]>(rows: readonly Row[]): Test<Row>
export function testTable<Row extends readonly unknown[]>(rows: readonly Row[]): Test<Row>
export function testTable<Row>(rows: readonly Row[]): Test<[Row]>
export function testTable(rows: readonly unknown[]): Test<unknown[]> {
  return (name, check) =>
    test(name, async () => {
      expect(rows.length).toBeGreaterThan(0)
      const failures: string[] = []
      for (const row of rows) {
        const given: unknown[] = Array.isArray(row) ? row : [row]
        try {
          await check(...given)
        } catch (error) {
          failures.push(`${inspect(given[0]).slice(0, 200)}: ${String(error)}`)
        }
      }
      expect(failures).toEqual([])
    })
}
