import type { PostState } from '@/lib/post/states'
import type { ShareFacts } from '@/lib/publish/share-facts'
import type { ShareLogo } from '@/lib/publish/share-logo'
import { accent as ownAccent, SignpostMark } from './signpost-mark'

// The light colors of theme.css, which an image can't read.
const ink = '#1b1923'
const soft = '#565360'
const looks: Record<PostState, { color: string; backgroundColor: string }> = {
  proposed: { color: '#555e6c', backgroundColor: '#eceff3' },
  candidate: { color: '#005fad', backgroundColor: '#e3f2ff' },
  planned: { color: '#7233bb', backgroundColor: '#f4ecff' },
  'in-progress': { color: '#854f06', backgroundColor: '#fff0d0' },
  completed: { color: '#036a34', backgroundColor: '#dcf9e5' },
}

/** The image for a page when its address is shared: 1200 by 630. */
export function ShareCard({ facts, logo }: { facts: ShareFacts; logo: ShareLogo | null }) {
  const { heading, section, state, votes, siteName, accent = ownAccent } = facts
  const size = heading.length <= 40 ? 80 : heading.length <= 80 ? 66 : 54
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: '64px 72px 60px',
        backgroundColor: '#ffffff',
        borderLeft: `20px solid ${accent}`,
        fontFamily: 'Geist',
        fontSize: 32,
        fontWeight: 500,
        color: soft,
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', gap: 20 }}>
        {logo ? <img {...logo} alt="" /> : <SignpostMark color={accent} width={60} height={60} />}
        <span style={{ fontSize: 36, fontWeight: 600, color: ink }}>{siteName}</span>
      </div>
      <div
        style={{
          display: 'block',
          lineClamp: 4,
          fontSize: size,
          fontWeight: 600,
          lineHeight: 1.15,
          color: ink,
          wordBreak: 'break-word',
        }}
      >
        {heading}
      </div>
      <div style={{ display: 'flex', alignItems: 'center', gap: 28, height: 56 }}>
        {state && (
          <span style={{ ...looks[state.key], borderRadius: 28, padding: '8px 26px' }}>{state.name}</span>
        )}
        {votes && (
          <span style={{ display: 'flex', alignItems: 'center', gap: 12, color: ink }}>
            <svg width="28" height="28" viewBox="0 0 16 16">
              <path d="m3 11 5-6 5 6z" fill={accent} />
            </svg>
            {votes}
          </span>
        )}
        <span>{section}</span>
      </div>
    </div>
  )
}
