export function fontCoverage(font: Buffer): (codePoint: number) => boolean {
  const cmap = findTable(font, 'cmap')
  const ranges: [number, number][] = []
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index++) {
    const table = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4)
    const format = font.readUInt16BE(table)
    if (format === 12) {
      for (let group = 0; group < font.readUInt32BE(table + 12); group++) {
        const start = table + 16 + group * 12
        ranges.push([font.readUInt32BE(start), font.readUInt32BE(start + 4)])
      }
    } else if (format === 4) {
      const segments = font.readUInt16BE(table + 6) / 2
      for (let segment = 0; segment < segments - 1; segment++) {
        ranges.push([
          font.readUInt16BE(table + 16 + (segments + segment) * 2),
          font.readUInt16BE(table + 14 + segment * 2),
        ])
      }
    }
  }
  return (codePoint) => ranges.some(([first, last]) => first <= codePoint && codePoint <= last)
}

function findTable(font: Buffer, name: string): number {
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const entry = 12 + index * 16
    if (font.toString('latin1', entry, entry + 4) === name) return font.readUInt32BE(entry + 8)
  }
  throw new Error(`The font has no table ${name}.`)
}
