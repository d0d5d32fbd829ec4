import { setPriority } from 'node:os'
import sharp from 'sharp'

// A process for one image, so that whatever decoders do with a hostile file ends with it. Requests come first.
setPriority(10)
sharp.concurrency(1)
sharp.cache(false)

const maxPixels = 40_000_000
/** In pixels. An image of one long line takes many times as long as another with as many pixels. */
const longestEdge = 20_000
/** WebP compression effort. The last tenth of an animation's bytes would take as much time as everything before. */
const effort = { still: 4, moving: 2 }
const widths = [320, 640, 1280]

// An image that is also a web page or a program: no one needs to send one.
const hidden = /<script|<html|<!doctype|<\?php/i

/** The process has some more before it is killed (picture-process.ts). */
const maxHeld = 270_000_000
/** How many bytes a decoder needs per pixel, measured with the worst files. */
const bytesPerPixel = {
  heif: ({ depth }) => (depth === 'uchar' ? 21.5 : 27),
  jpeg: ({ isProgressive, channels }) => (isProgressive ? 2 * channels + 1.5 : channels),
  png: ({ isProgressive, channels, depth }) =>
    channels * (depth === 'uchar' ? 1 : 2) * (isProgressive ? 2 : 1),
  webp: ({ pages }) => (pages > 1 ? 5 : 7.5),
  gif: () => 5,
}
const bytesPerFramePixel = 30

/** Its message is a key of messages/en.json. */
class Refusal extends Error {
  constructor(key, values) {
    super(key)
    this.values = values
  }
}

const options = { limitInputPixels: false, failOn: 'warning' }

/** Refuses an image whose header says that it is too large, before decoding it. */
function refuseTooLarge(facts, frames) {
  if (Math.max(facts.width, facts.height) > longestEdge) {
    throw new Refusal('image.readPicture.edgeTooLong', { longestEdge })
  }
  const pixels = facts.width * facts.height
  const each = bytesPerPixel[facts.format](facts)
  const held = pixels * (frames > 1 ? frames * each + bytesPerFramePixel : each)
  if (pixels * frames <= maxPixels && held <= maxHeld) return
  const most = Math.floor(Math.min(maxPixels, maxHeld / each) / 1e6)
  if (frames > 1)
    throw new Refusal('image.readPicture.tooManyFrames', { frames, width: facts.width, height: facts.height })
  throw new Refusal('image.readPicture.tooManyPixels', { has: Math.ceil(pixels / 1e5) / 10, most })
}

async function inspect(bytes, square) {
  const facts = await sharp(bytes, options).metadata()
  const isKnown = bytesPerPixel[facts.format] && (facts.format !== 'heif' || facts.compression === 'av1')
  if (!isKnown) throw new Refusal('image.readPicture.notAnImage')
  if (hidden.test(bytes.toString('latin1'))) {
    throw new Refusal('image.readPicture.moreThanAnImage')
  }
  const frames = square ? 1 : (facts.pages ?? 1)
  refuseTooLarge(facts, frames)
  return frames > 1
}

async function rewrite(bytes, { maxEdge, square }) {
  const animated = await inspect(bytes, square)
  const picture = await write(
    sharp(bytes, { ...options, animated })
      .rotate()
      .resize({
        width: maxEdge,
        height: maxEdge,
        fit: square ? 'cover' : 'inside',
        withoutEnlargement: !square,
      }),
    animated,
  )
  const sizes = []
  for (const width of square ? [] : widths.filter((one) => one <= picture.width * 0.8)) {
    const smaller = sharp(picture.data, { animated }).resize({ width })
    sizes.push({ width, data: (await write(smaller, animated)).data })
  }
  return { ...picture, sizes }
}

async function drawAsPng(bytes, box) {
  const drawn = sharp(bytes)
    .resize({ ...box, fit: 'inside' })
    .png()
  const { data, info } = await drawn.toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

async function drawTexts(texts, fontFiles) {
  // A font is known to the library from the first text on that names its file.
  for (const fontfile of fontFiles) await sharp({ text: { text: ' a', fontfile } }).toBuffer()
  const drawn = []
  for (const text of texts) drawn.push(await drawText(text))
  return drawn
}

async function drawText({ text, color, size, weight, width, height }) {
  // In 1024ths of a point. The fonts' own line heights differ a lot.
  const lineHeight = Math.round(size * 1.25 * 1024)
  const markup = `<span foreground="${color}" line_height="${lineHeight}">${text}</span>`
  // Geist's digits would be smaller and higher than the Japanese characters beside them.
  const isJapanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  const families = isJapanese
    ? 'BIZ UDPGothic, Geist, Noto Sans Arabic'
    : 'Geist, Noto Sans Arabic, BIZ UDPGothic'
  const font = `${families} ${weight === 600 ? 'Semi-Bold' : 'Medium'} ${size}`
  const image = sharp({ text: { text: markup, font, width, dpi: 72, rgba: true, wrap: 'word-char' } }).png()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  const fits = info.width <= width && info.height <= height
  if (!fits && size > 12)
    return drawText({ text, color, size: Math.floor(size * 0.9), weight, width, height })
  return { data, width: info.width, height: info.height }
}

async function write(picture, animated) {
  const { data, info } = await picture
    .webp({ quality: 82, effort: animated ? effort.moving : effort.still })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.pageHeight ?? info.height }
}

const answerOf = (work) =>
  work.then(
    (result) => ({ result }),
    (error) =>
      error instanceof Refusal ? { refusal: error.message, values: error.values } : { reason: error.message },
  )

process.send('ready')
process.once('message', async ({ bytes, box, texts, fontFiles, ...wanted }) => {
  const work = () => {
    if (texts) return drawTexts(texts, fontFiles)
    return box ? drawAsPng(bytes, box) : rewrite(bytes, wanted)
  }
  const answer = await answerOf(work())
  process.send(answer, () => process.exit())
})
// The parent process is gone.
process.once('disconnect', () => process.exit())
