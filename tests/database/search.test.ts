import { describe, expect, test } from 'vitest'
import { actingAs } from '../support/database.ts'
import { addComment, addPost, search, titles, word } from '../support/search.ts'

describe('finds a title', () => {
  const own = word()
  const damaged: [string, string][] = [
    ['with two letters swapped', own.slice(0, 2) + own[3] + own[2] + own.slice(4)],
    ['with a letter missing', own.slice(0, 4) + own.slice(5)],
    ['with a letter too many', own.slice(0, 5) + 'x' + own.slice(5)],
    ['with a wrong letter', own.slice(0, 5) + 'x' + own.slice(6)],
    ['with a wrong first letter', 'x' + own.slice(1)],
    ['in capitals', own.toUpperCase()],
    ['by the beginning of a word', own.slice(0, 6)],
    ['by all its words in another order', `lantern ${own}`],
    ['with a word that is nowhere', `${own} lantern for xqwxqwxqw`],
  ]
  test.each(damaged)('%s', async (_, query) => {
    await addPost(`Paper ${own} lantern`)
    expect(titles(await search(query))).toContain(`Paper ${own} lantern`)
  })

  test('by "drak mode" when it says "Dark mode"', async () => {
    const id = await addPost('Dark mode', '', 60)
    expect((await search('drak mode', null, 100)).map((hit) => hit.id)).toContain(id)
  })

  test('by the plural and by the singular', async () => {
    const own = word()
    await addPost(`Brighter ${own} lanterns`)
    await addPost(`Softer ${own} lantern`)
    const both = [`Brighter ${own} lanterns`, `Softer ${own} lantern`]
    expect(
      titles(await search(`${own} lantern`))
        .slice(0, 2)
        .toSorted(),
    ).toEqual(both)
    expect(
      titles(await search(`${own} lanterns`))
        .slice(0, 2)
        .toSorted(),
    ).toEqual(both)
  })

  test('by the beginning of the second half of a hyphenated word', async () => {
    const own = word()
    await addPost(`Block ads with pi-hole ${own}`)
    expect(titles(await search(`${own} pi-h`))[0]).toBe(`Block ads with pi-hole ${own}`)
    expect(titles(await search(`pihole ${own}`))[0]).toBe(`Block ads with pi-hole ${own}`)
  })

  test('when two words are typed as one, or one as two', async () => {
    const [first, second] = [word(), word()]
    await addPost(`The ${first} ${second} view`)
    await addPost(`The ${second}${first} view`)
    expect(titles(await search(first + second))[0]).toBe(`The ${first} ${second} view`)
    expect(titles(await search(`${second} ${first}`))).toContain(`The ${second}${first} view`)
  })

  test('and says whether any post contains all words', async () => {
    const [one, other] = [word(), word()]
    await addPost(`Only ${one}`)
    await addPost(`Only ${other}`)
    const partial = async (query: string) => [...new Set((await search(query)).map((hit) => hit.is_partial))]
    expect(await partial(`${one} ${other}`)).toEqual([true])
    expect(await partial(one)).toEqual([false])
    const commented = await addPost(`Later ${one}`)
    await addComment(commented, `Also ${one} and ${other}`)
    expect(await partial(`${one} ${other}`)).toEqual([false])
  })

  test('in Korean by a compound written as one word or as two, whatever particle follows', async () => {
    const own = word()
    await addPost(`다크 모드를 추가해 주세요 ${own}`)
    await addPost(`댓글알림 설정 ${own}`)
    for (const query of ['다크모드', '다크 모드', '모드']) {
      expect(titles(await search(`${own} ${query}`))[0], query).toBe(`다크 모드를 추가해 주세요 ${own}`)
    }
    expect(titles(await search(`댓글 알림 ${own}`))[0]).toBe(`댓글알림 설정 ${own}`)
  })

  test('with accents by a query without them and the other way round', async () => {
    const own = word()
    await addPost(`Résumé ${own} à la crème`)
    expect(titles(await search(`resume ${own} creme`))[0]).toBe(`Résumé ${own} à la crème`)
    await addPost(`Naive ${own} cafe`)
    expect(titles(await search(`naïve ${own} café`))[0]).toBe(`Naive ${own} cafe`)
  })

  test('in Chinese by a part of it', async () => {
    const own = word()
    await addPost(`请支持暗色模式 ${own}`)
    for (const query of ['暗色', '色模', '暗色模式', '暗']) {
      expect(titles(await search(`${query} ${own}`))[0]).toBe(`请支持暗色模式 ${own}`)
    }
  })

  test('in Arabic with or without vowel signs, stretching and the article', async () => {
    const own = word()
    await addPost(`دعم الوَضْع الداكن ${own}`)
    for (const query of ['الوضع', 'الوضـــع الداكن', 'وضع', 'الوَضْع']) {
      expect(titles(await search(`${query} ${own}`))[0]).toBe(`دعم الوَضْع الداكن ${own}`)
    }
  })

  test('of emoji', async () => {
    const own = Array.from({ length: 6 }, () => [...'🦩🪗🪬🪸🫧🪩'][Math.floor(Math.random() * 6)]).join('')
    const id = await addPost(own)
    expect((await search(own, null, 100)).map((hit) => hit.id)).toContain(id)
  })
})

describe('orders', () => {
  test('titles before details before comments', async () => {
    const own = word()
    await addComment(await addPost('Third of three', '', 3), `I would like ${own} here`)
    await addPost('Second of three', `We need ${own} soon`, 2)
    await addPost(`First of three: ${own}`)
    const hits = await search(own)
    expect(titles(hits)).toEqual([`First of three: ${own}`, 'Second of three', 'Third of three'])
    expect(hits.map((hit) => hit.snippet_source)).toEqual(['details', 'details', 'comment'])
  })

  test('the exact title first, then titles with the phrase, then titles with the words', async () => {
    const [first, second] = [word(), word()]
    await addPost(`${second} and ${first}`, '', 2)
    await addPost(`More ${first} ${second} please`)
    await addPost(`${first} ${second}`)
    expect(titles(await search(`${first} ${second}`))).toEqual([
      `${first} ${second}`,
      `More ${first} ${second} please`,
      `${second} and ${first}`,
    ])
  })

  test('a whole word before a beginning, and both before a correction', async () => {
    const own = word()
    await addPost(`The ${own}land view`)
    await addPost(`The ${own} view`)
    expect(titles(await search(own))).toEqual([`The ${own} view`, `The ${own}land view`])
  })

  test('"C++" before "C" for c++, and finds C# by c#', async () => {
    const own = word()
    await addPost(`Bindings for C ${own}`, '', 5)
    await addPost(`Bindings for C++ ${own}`)
    await addPost(`Bindings for C# ${own}`)
    expect(titles(await search(`c++ ${own}`))[0]).toBe(`Bindings for C++ ${own}`)
    expect(titles(await search(`${own} c++`))[0]).toBe(`Bindings for C++ ${own}`)
    expect(titles(await search(`${own} c#`))[0]).toBe(`Bindings for C# ${own}`)
  })

  test('more votes first if everything else is equal', async () => {
    const own = word()
    await addPost(`Few ${own}`, '', 1)
    await addPost(`Many ${own}`, '', 9)
    await addPost(`None ${own}`)
    expect(titles(await search(own))).toEqual([`Many ${own}`, `Few ${own}`, `None ${own}`])
  })
})

describe('never fails', () => {
  const queries: [string, string][] = [
    ['nothing', ''],
    ['spaces', '   '],
    ['signs only', '!?\'"\\:*&|()<->@#$%^_+=~`[]{};,./'],
    ['quotes and operators', `'a' & "b" | !(c:*) <-> \\'d`],
    ['a percent sign', '%'],
    ['an underscore', '_'],
    ['backslashes', '\\\\\\'],
    ['emoji', '👩‍👩‍👧‍👦🏳️‍🌈'],
    ['10,000 letters', 'a'.repeat(10_000)],
    ['10,000 quotes', "'".repeat(10_000)],
    ['thousands of words', 'word other '.repeat(900)],
    ['thousands of hyphens', 'a-'.repeat(5000)],
    ['thousands of Chinese characters', '漢字'.repeat(5000)],
    ['unusual code points', '\u0001\u200d\u0301\ue000\uffff\u{10ffff}\u00ad'],
    ['a tsquery', "'x':A & !'y' <2> 'z':*"],
  ]
  test.each(queries)('on %s', async (_, query) => {
    expect(Array.isArray(await search(query))).toBe(true)
    await actingAs('anon', (as) => as`select * from public.similar_posts(${query})`)
  })

  test('on no query at all', async () => {
    expect(await actingAs('anon', (as) => as`select * from public.search_posts(null)`)).toEqual([])
  })

  test('but refuses a cursor that it didn’t create', async () => {
    await expect(search('anything', 'drop table')).rejects.toMatchObject({ code: '22023' })
  })
})
