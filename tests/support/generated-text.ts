const pieces = [
  ['*', '**', '***', '_', '__', '~', '~~', '*a ', 'a* ', '**a', 'a**', '_a __b ', '~~a~~', '*****'],
  ['[', ']', '![', '](b)', '](<b', '](b "', '][a]', '[]', '[a]', '[^a]', '(', ')', '((((', '<', '>', '!'],
  ['`', '``', '`a`', '```', '~~~', '<b>', '</b>', '<b c="', '<!--', '-->', '<?', '<![CDATA[', '<!A'],
  ['&amp;', '&#106;', '&', '\\', '\\*', '\\[', '  \n', '\\\n', '\n', '\n\n', '\r\n', ' ', '    ', '\t'],
  ['\r', '\r\r', '\n\r', '\r- ', '\r> ', '\f', '\u2028', '\u0085', '\r|a|b|\r|-|-|\r|1|2|\r'],
  [
    '\n- ',
    '\n* ',
    '\n1. ',
    '\n> ',
    '\n>>',
    '\n  - ',
    '- ',
    '> ',
    '1. ',
    '- [x] ',
    '\n- > ',
    '- - - ',
    '\n\t- ',
  ],
  ['\n# ', '\n===\n', '\n---\n', '\n***\n', '\n```\n', '\n    ', '\n|a|b|\n|-|-|\n|1|2|\n', '|', '|-', '\n|'],
  ['\n[a]: /b "c"\n', '\n[a]: b\n', '\n[^a]: b\n', 'http://', 'https://a.b/c_d', 'www.', 'www.a.b', 'a@b.c '],
  ['<https://a.b>', '<a@b.c>', 'a', 'word ', 'é', '🎉', '\u200b', '\u0000', '.', '@', 'mailto:', '//', '..'],
].flat()

/** Texts that used to be slow or nested too deeply, each up to the given length. */
export function knownTexts(length: number): [name: string, text: string][] {
  const repeated = pieces.flatMap((piece) => [piece, `${piece}a`, `a ${piece}`])
  return [
    ...repeated.map((piece): [string, string] => [JSON.stringify(piece), fill(piece, length)]),
    ['opening, then closing emphasis', fill('*a ', length / 2) + fill('a* ', length / 2)],
    ['two long runs', `${fill('*', length / 2)}a${fill('*', length / 2 - 1)}`],
    ['images in images', fill('![', length / 3) + fill('](b)', (length * 2) / 3)],
    ['links in links', fill('[a', length / 2) + fill('](b)', length / 2)],
    ['emphasis across brackets', fill('*[a', length / 2) + fill(']*', length / 2)],
    ['brackets', fill('[', length / 2) + fill(']', length / 2)],
    ['a bracket, then words', fill('a [\\*b \\*c d e f g ', length)],
    ['code marks of every length', stairs(length, (step) => `${'`'.repeat(step)} `)],
    ['stairs of quotes', stairs(length, (step) => `${'>'.repeat(step)}a\n`)],
    ['stairs of lists', stairs(length, (step) => `${' '.repeat(2 * step)}- a\n`)],
    ['stairs of tabs', stairs(length, (step) => `${'\t'.repeat(step)}-\ta\n`)],
    ['quotes in lists on every line', fill('- > - > 1. a\n', length)],
    ['a wide table', `${fill('|a', length / 2 - 1)}\n${fill('|-', length / 2)}`],
    [
      'a wide table with short rows',
      `${fill('|a', length / 5)}\n${fill('|-', length / 5)}\n${fill('|\n', length / 2)}`,
    ],
    ['a long table', `|a\n|-\n${fill('a\n', length - 5)}`],
    [
      'a long address, often referred to',
      `[a]: /${fill('b', length / 2)}\n\n${fill('[a]\n\n', length / 2 - 9)}`,
    ],
    [
      'many definitions and references',
      numbered(length / 2, '[', ']: b\n') + numbered(length / 2, '\n[', '] '),
    ],
    ['instructions in a paragraph', `a ${fill('<?', length - 2)}`],
    ['comments in a paragraph', `a ${fill('<!--', length - 2)}`],
    ['CDATA in a paragraph', `a ${fill('<![CDATA[', length - 2)}`],
    ['CDATA on every line', `a ${fill('<![CDATA[\n', length - 2)}`],
    ['CDATA before many short lines', `a ${fill('<![CDATA[', length / 2)}${fill('\n.', length / 2 - 2)}`],
    [
      'comments before indented short lines',
      `a ${fill('<!--', length / 2)}${fill('\n    .', length / 2 - 2)}`,
    ],
    ['addresses before many short lines', `a ${fill('[a](<', length / 2)}${fill('\n.', length / 2 - 2)}`],
    ['titles before many short lines', `a ${fill('[a](b "', length / 2)}${fill('\n.', length / 2 - 2)}`],
    [
      'code marks before many short lines',
      `a ${stairs(length / 2, (step) => `${'`'.repeat(step)} `)}${fill('\n.', length / 2 - 2)}`,
    ],
    ['attributes before many short lines', `a ${fill('<a b="', length / 2)}${fill('\n.', length / 2 - 2)}`],
    ['definitions before many short lines', fill('[a\n', length)],
    ['attributes in a paragraph', `a ${fill('<a b=" ', length - 2)}`],
    ['quotes with lazy lines', fill('> a\nb\n', length)],
    ['underlined headings', fill('a\n=\n', length)],
    ['a list in a quote before empty old lines', `> - a${fill('\r', length - 5)}`],
    ['a long table of old lines', `|a\r|-\r${fill('a\r', length - 5)}`],
  ].map(([name, text]): [string, string] => [name!, text!.slice(0, length)])
}

/** A text made of Markdown's parts, the same for the same seed. */
export function generatedText(seed: number, length: number): string {
  let state = seed * 2654435761
  const below = (limit: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) | 0
    return ((state >>> 8) ^ (state >>> 20)) % limit
  }
  const chosen = Array.from({ length: 1 + below(12) }, () => pieces[below(pieces.length)]!)
  const parts: string[] = []
  for (let size = 0; size < length; size += parts.at(-1)!.length) {
    const piece = chosen[below(chosen.length)]!
    parts.push(below(8) === 0 ? piece.repeat(1 + below(40)) : piece)
  }
  return parts.join('').slice(0, length)
}

function fill(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}

function stairs(length: number, step: (index: number) => string): string {
  let text = ''
  for (let index = 1; text.length < length; index++) text += step(index)
  return text
}

function numbered(length: number, before: string, after: string): string {
  return stairs(length, (index) => before + index + after)
}
