export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** The minimum contrast of a button's text (WCAG 2.2, 1.4.3), and of a button with its surroundings (1.4.11). */
export const letterContrast = 4.5
const shapeContrast = 3
const darkSurface = 0.01

type Linear = [red: number, green: number, blue: number]
type Oklch = { lightness: number; chroma: number; hue: number }

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const gamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)
const luminanceOf = ([red, green, blue]: Linear) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

function readColor(color: string): Linear {
  const part = (at: number) => linear(parseInt(color.slice(at, at + 2), 16) / 255)
  return [part(1), part(3), part(5)]
}

export const contrastWithWhite = (color: string): number => 1.05 / (luminanceOf(readColor(color)) + 0.05)

function toOklch([red, green, blue]: Linear): Oklch {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  }
}

function fromOklch({ lightness, chroma, hue }: Oklch): Linear {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return parts.map((part) => Math.min(1, Math.max(0, part))) as Linear
}

const writeColor = (color: Linear): string =>
  `#${color
    .map((part) =>
      Math.round(gamma(part) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

function onDark(color: string): string {
  const shade = toOklch(readColor(color))
  let drawn = readColor(color)
  while ((luminanceOf(drawn) + 0.05) / (darkSurface + 0.05) < shapeContrast) {
    shade.lightness += 0.005
    drawn = fromOklch(shade)
  }
  return writeColor(drawn)
}

export function legibleColor(color: string): string {
  const shade = toOklch(readColor(color))
  let legible = color.toLowerCase()
  while (contrastWithWhite(legible) < letterContrast) {
    shade.lightness -= 0.005
    legible = writeColor(fromOklch(shade))
  }
  return legible
}

const write = (lightness: number, chroma: number, hue: number) =>
  `oklch(${lightness.toFixed(3)} ${chroma.toFixed(3)} ${hue.toFixed(1)})`

export function accentShades(color: string): Record<'light' | 'dark', Record<string, string>> {
  const { lightness, chroma, hue } = toOklch(readColor(color))
  return {
    light: {
      '--accent': color,
      '--accent-strong': write(Math.max(0.2, Math.min(lightness, 0.52) - 0.06), chroma, hue),
      '--accent-ink': write(Math.min(lightness, 0.5), chroma, hue),
      '--accent-soft': write(0.955, Math.min(chroma, 0.025), hue),
    },
    dark: {
      '--accent': onDark(color),
      '--accent-strong': write(0.6, Math.min(chroma, 0.23), hue),
      '--accent-ink': write(0.78, Math.min(chroma, 0.13), hue),
      '--accent-soft': write(0.29, Math.min(chroma, 0.075), hue),
    },
  }
}

/** For links on an email's dark background. Email programs support only this kind of color. */
export function linkOnDark(color: string): string {
  const { chroma, hue } = toOklch(readColor(color))
  return writeColor(fromOklch({ lightness: 0.78, chroma: Math.min(chroma, 0.13), hue }))
}
