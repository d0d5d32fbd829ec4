import 'server-only'
import { ImageResponse } from 'next/og'
import type { Site } from '../queries/site'
import { readShareLogo, type ShareLogo } from './share-logo'
import { findDrawable, geist } from './share-text'
import { accent as ownAccent, SignpostMark } from './signpost-mark'

/** In pixels. */
const edge = 180
const logoEdge = 132
/** A wider logo would be too small to recognize, so the site's first letter replaces it. */
const widestLogo = 1.6

export const isSquare = ({ width = Infinity, height = 1 }: { width?: number; height?: number }): boolean =>
  width / height <= widestLogo

let last: { key: string; icon: Promise<ArrayBuffer> } | undefined

/** A square PNG of 180 pixels: the logo, or the first letter of a site with a wide logo, or Signpost's mark. */
export async function siteIcon({ name, accent, logo }: Site): Promise<ArrayBuffer> {
  const read = logo && (await readShareLogo(logo.src))
  const color = accent ?? ownAccent
  const key = JSON.stringify([name, color, read?.src])
  if (last?.key === key) return last.icon
  const icon = draw(read, name, color)
  last = { key, icon }
  icon.catch(() => (last = undefined))
  return icon
}

function draw(logo: ShareLogo | null, name: string, color: string): Promise<ArrayBuffer> {
  const isWide = logo !== null && !isSquare(logo)
  const letter = isWide ? findDrawable([...name.toUpperCase()][0] ?? '') : null
  // Devices round the corners.
  if (letter && !letter.needsImage)
    return picture(<div style={{ ...middle, backgroundColor: color, color: '#fff' }}>{letter.text}</div>)
  if (!logo || isWide) return picture(<SignpostMark color={color} radius={0} width={edge} height={edge} />)
  const scale = logoEdge / Math.max(logo.width, logo.height)
  return picture(
    <div style={{ ...middle, backgroundColor: '#fff' }}>
      <img src={logo.src} width={logo.width * scale} height={logo.height * scale} alt="" />
    </div>,
  )
}

const middle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '100%',
  height: '100%',
  fontFamily: 'Geist',
  fontWeight: 600,
  fontSize: 112,
} as const

const picture = (content: React.ReactElement) =>
  new ImageResponse(content, { width: edge, height: edge, fonts: geist() }).arrayBuffer()
