import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runPictureProcess } from '../image/picture-process'
import { drawableText } from '../text/drawable-text'
import { fontCoverage } from './font-coverage'
import { escapeXml } from './xml'

/** In pixels; text that is larger than its box gets smaller. */
export type TextStyle = { color: string; size: number; weight: 500 | 600; width: number; height: number }
export type TextImage = { src: string; width: number; height: number }
type Drawn = { data: Buffer; width: number; height: number }

// Whole paths, each read by its name: the build copies a folder of which it can't tell what is read.
const medium = join(process.cwd(), 'node_modules/geist/dist/fonts/geist-sans/Geist-Medium.ttf')
const semiBold = join(process.cwd(), 'node_modules/geist/dist/fonts/geist-sans/Geist-SemiBold.ttf')
const japanese = join(
  process.cwd(),
  'node_modules/@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf',
)
const japaneseRegular = join(
  process.cwd(),
  'node_modules/@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf',
)
const arabic = join(
  process.cwd(),
  'node_modules/@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
)
const arabicMedium = join(
  process.cwd(),
  'node_modules/@expo-google-fonts/noto-sans-arabic/500Medium/NotoSansArabic_500Medium.ttf',
)
const fontFiles = [medium, semiBold, japanese, japaneseRegular, arabic, arabicMedium]

function once<Loaded>(load: () => Loaded): () => Loaded {
  let loaded: Loaded | undefined
  return () => (loaded ??= load())
}

const family = 'Geist'
export const geist = once(() => [
  { name: family, data: readFileSync(medium), weight: 500 as const, style: 'normal' as const },
  { name: family, data: readFileSync(semiBold), weight: 600 as const, style: 'normal' as const },
])
const inGeist = once(() => fontCoverage(readFileSync(semiBold)))
const inOthers = once(() => [fontCoverage(readFileSync(japanese)), fontCoverage(readFileSync(arabic))])
const inAny = (codePoint: number) => inGeist()(codePoint) || inOthers().some((has) => has(codePoint))

/** Null if too little can be drawn. `needsImage`: next/og has no such font, and can't join Arabic letters. */
export function findDrawable(text: string): { text: string; needsImage: boolean } | null {
  const plain = drawableText(text, inGeist())
  const whole = drawableText(text, inAny)
  return whole === null ? null : { text: whole, needsImage: whole !== plain }
}

export async function drawTexts(texts: { text: string; style: TextStyle }[]): Promise<TextImage[]> {
  if (texts.length === 0) return []
  const answer = await runPictureProcess<Drawn[]>({
    fontFiles,
    texts: texts.map(({ text, style }) => ({ ...style, text: escapeXml(text) })),
  })
  if (!('result' in answer)) throw new Error('The text of a share image cannot be drawn.', { cause: answer })
  return answer.result.map(({ data, width, height }) => ({
    src: `data:image/png;base64,${data.toString('base64')}`,
    width,
    height,
  }))
}
