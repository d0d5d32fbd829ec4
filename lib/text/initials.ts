export function initials(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => (Array.from(word)[0] ?? '').toLocaleUpperCase('en-US'))
    .join('')
}

export function initialsColors(name: string): { background: string; color: string } {
  const letter = name.trim().charAt(0).toUpperCase()
  if (!/^[A-Z]$/.test(letter)) return { background: 'oklch(0.52 0 0)', color: 'oklch(1 0 0)' }
  const hue = Math.round(((letter.charCodeAt(0) - 65) * 360) / 26)
  return { background: `oklch(0.88 0.07 ${hue})`, color: `oklch(0.33 0.1 ${hue})` }
}
