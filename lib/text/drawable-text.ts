export function drawableText(text: string, canDraw: (codePoint: number) => boolean): string | null {
  const all = Array.from(text.normalize('NFC'))
  const drawn = all.filter((character) => canDraw(character.codePointAt(0)!))
  const letters = (characters: string[]) =>
    characters.filter((character) => /[\p{L}\p{N}]/u.test(character)).length
  if (letters(drawn) < letters(all) * 0.7 || letters(drawn) === 0) return null
  return drawn.join('').replace(/\s+/g, ' ').trim()
}
