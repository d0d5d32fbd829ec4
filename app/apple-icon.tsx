import { ImageResponse } from 'next/og'
import { SignpostMark } from '@/lib/publish/share-card'

export const size = { width: 180, height: 180 }
export const contentType = 'image/png'

/** Square: the device rounds it itself. */
export default function AppleIcon() {
  return new ImageResponse(
    <div style={{ display: 'flex' }}>
      <SignpostMark size={180} isSquare />
    </div>,
    size,
  )
}
