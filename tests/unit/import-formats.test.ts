import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeZip } from '../support/make-zip.ts'
import { briefly, folder, read, readFiles, samples, useSamples } from '../support/import-formats.ts'

useSamples()
const spring = Date.UTC(2024, 2, 5, 9, 30)

test('Canny, CSV', async () => {
  const canny = await read(['canny.csv'])
  expect(canny.format).toBe('Canny, CSV')
  expect(briefly(canny)).toEqual([
    ['6501aa01', 'Sort the list by due date', 'candidate', 12, 'Ada Sample'],
    ['6501aa02', 'Print "as is"', 'proposed', 3, 'Bo Sample'],
    ['6501aa03', 'Keyboard shortcuts', 'completed', 1204, 'Cy Sample'],
  ])
  expect(canny.posts[0]).toMatchObject({
    source: 'acme.canny.io',
    details: 'It is sorted by name, always.\nI look for what is due next.',
    createdAt: spring,
  })
  expect(canny.problems).toEqual([])
})

test('Canny, several files of API responses', async () => {
  const canny = await read(['canny-posts.json', 'canny-more.jsonl'])
  expect(canny.format).toBe('Canny, answers of its API')
  expect(briefly(canny)).toEqual([
    ['6501aa01', 'Sort the list by due date', 'planned', 4, 'Ada Sample'],
    ['6501aa02', 'Print as it looks', 'proposed', 1, null],
  ])
  expect(canny.posts[0]).toMatchObject({
    source: 'canny',
    details: 'It is sorted by name, always.\n\n<https://images.example.com/list.png>',
    voters: [{ person: { id: 'u1' } }, { person: { id: 'u2' } }],
    comments: [{ body: 'On the phone as well?', replies: [{ body: 'Both.' }] }],
    response: { text: 'We begin in May.', author: { id: 'u9' }, createdAt: Date.UTC(2024, 3, 20, 12) },
  })
  expect(canny.posts[0]!.comments).toHaveLength(1)
})

test('Fider, CSV', async () => {
  const fider = await read(['fider.csv'])
  expect(fider.format).toBe('Fider, CSV')
  expect(briefly(fider)).toEqual([
    ['7', 'Sort the list by due date', 'in-progress', 12, 'Ada Sample'],
    ['8', 'Print as it looks', 'proposed', 3, 'Bo Sample'],
    ['9', 'Sort by date', 'proposed', 1, 'Cy Sample'],
  ])
  expect(fider.posts[0]!.response).toMatchObject({ text: 'We are at it.', author: { name: 'Team Sample' } })
  expect(fider.posts[1]!.comments).toMatchObject([{ body: 'Not for now.', author: { name: 'Team Sample' } }])
  expect(fider.posts[2]!.remarks.duplicates).toBe(1)
})

test('Fider, backup', async () => {
  const tables = JSON.parse(readFileSync(join(samples, 'fider-backup.json'), 'utf8')) as object
  const texts = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, JSON.stringify(rows)]))
  const fider = await readFiles([await makeZip(join(folder, 'backup.zip'), texts)])
  expect(fider.format).toBe('Fider, backup')
  expect(briefly(fider)).toEqual([
    ['7', 'Sort the list by due date', 'in-progress', 2, 'Ada Sample'],
    ['8', '2048', 'proposed', 1, 'Bo Sample'],
  ])
  expect(fider.posts[0]).toMatchObject({
    source: 'fider feedback.acme.example',
    comments: [{ body: 'On the phone as well?', author: { id: '2', name: 'Bo Sample' } }],
    response: { text: 'We are at it.' },
  })
  expect(fider.posts[1]!.remarks.duplicates).toBe(1)
})

test('UserVoice, ideas', async () => {
  const voice = await read(['uservoice.csv'])
  expect(voice.format).toBe('UserVoice, CSV')
  expect(briefly(voice)).toEqual([
    ['48001', 'Sort the list by due date', 'planned', 12, null],
    ['48002', 'Print as it looks', 'proposed', 3, null],
  ])
  expect(voice.posts[0]).toMatchObject({ source: 'acme.uservoice.com', createdAt: spring })
  expect(voice.posts[1]!.remarks).toMatchObject({ zoneless: 1, duplicates: 1 })
})

test('UserVoice, one line per voter', async () => {
  const voice = await read(['uservoice-voters.csv'])
  expect(briefly(voice)).toEqual([
    ['48001', 'Sort the list by due date', 'in-progress', 3, 'Ada Sample'],
    ['48002', 'Print as it looks', 'proposed', 1, 'Bo Sample'],
  ])
  expect(voice.posts[0]!.voters.map(({ person }) => person.name)).toEqual(['Ada Sample', 'Bo Sample'])
  expect(voice.posts[0]!.response).toMatchObject({
    text: 'We are at it.',
    createdAt: Date.UTC(2024, 3, 20, 12),
  })
})

test('Productboard, CSV', async () => {
  const board = await read(['productboard.csv'])
  expect(board.format).toBe('Productboard, CSV')
  expect(briefly(board)).toEqual([
    ['9f0c1b1e-0001', 'Sort the list by due date', 'candidate', 0, null],
    ['9f0c1b1e-0002', 'Print as it looks', 'proposed', 0, null],
    ['9f0c1b1e-0003', 'Keyboard shortcuts', 'completed', 0, null],
  ])
})

test('Featurebase, CSV', async () => {
  const base = await read(['featurebase.csv'])
  expect(base.format).toBe('Featurebase, CSV')
  expect(briefly(base)).toEqual([
    ['fb-1', 'Sort the list by due date', 'in-progress', 12, 'Ada Sample'],
    ['fb-2', 'Print as it looks', 'candidate', 3, 'Bo Sample'],
  ])
})

test('GitHub issues', async () => {
  const github = await read(['github.json'])
  expect(github.format).toBe('GitHub issues')
  expect(briefly(github)).toEqual([
    ['acme/tasks#7', 'Sort the list by due date', 'proposed', 12, 'ada-sample'],
    ['acme/tasks#8', 'Print as it looks', 'proposed', 0, 'bo-sample'],
    ['acme/tasks#9', 'Keyboard shortcuts', 'completed', 0, 'cy-sample'],
  ])
  expect(github.posts[0]).toMatchObject({
    source: 'github.com/acme/tasks',
    details: 'It is sorted by name.\n\n- [ ] phone',
    comments: [{ body: 'On the phone as well?', author: { name: 'bo-sample' } }],
  })
})

test('Quackback, CSV, which has no ids', async () => {
  const quack = await read(['quackback.csv'])
  expect(quack.format).toBe('Quackback, CSV')
  expect(briefly(quack).map(([, ...facts]) => facts)).toEqual([
    ['Sort the list by due date', 'candidate', 12, 'Ada Sample'],
    ['Print as it looks', 'proposed', 2, null],
  ])
  const ids = quack.posts.map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
  expect((await read(['quackback.csv'])).posts.map(({ id }) => id)).toEqual(ids)
  expect(quack.posts[1]!.remarks.undated).toBe(1)
})
