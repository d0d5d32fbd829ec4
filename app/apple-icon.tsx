import { ImageResponse } from 'next/og'
import { accent, SignpostMark } from '@/lib/publish/signpost-mark'

export const size = { width: 180, height: 180 }
export const contentType = 'image/png'

/** The icon is square, because devices round its corners. */
export default function AppleIcon() {
  return new ImageResponse(
    <div style={{ display: 'flex' }}>
      <SignpostMark color={accent} radius={0} width={180} height={180} />
    </div>,
    size,
  )
}
