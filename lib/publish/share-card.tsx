import type { PostState } from '@/lib/post/states'
import type { ShareFacts } from '@/lib/publish/share-facts'
import type { ShareLogo } from '@/lib/publish/share-logo'
import type { TextImage, TextStyle } from '@/lib/publish/share-text'
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

type Part = 'heading' | 'section' | 'siteName' | 'state' | 'votes'

export function textStyles({ heading, state }: ShareFacts): Record<Part, TextStyle> {
  const small = { size: 32, weight: 500, height: 76 } as const
  return {
    heading: { color: ink, size: headingSize(heading), weight: 600, width: 1036, height: 340 },
    section: { ...small, color: soft, width: state ? 400 : 1036 },
    siteName: { color: ink, size: 36, weight: 600, width: 640, height: 60 },
    state: { ...small, color: state ? looks[state.key].color : ink, width: 320, height: 48 },
    votes: { ...small, color: ink, width: 240 },
  }
}

const headingSize = (heading: string) => (heading.length <= 40 ? 80 : heading.length <= 80 ? 66 : 54)

export function ShareCard({
  facts,
  texts,
  logo,
}: {
  facts: ShareFacts
  texts: Partial<Record<Part, string | TextImage>>
  logo: ShareLogo | null
}) {
  const { heading, state, direction, accent = ownAccent } = facts
  const isMirrored = direction === 'rtl'
  const row = isMirrored ? 'row-reverse' : 'row'
  const show = (text?: string | TextImage) => (typeof text === 'object' ? <img {...text} alt="" /> : text)
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
        [isMirrored ? 'borderRight' : 'borderLeft']: `20px solid ${accent}`,
        fontFamily: 'Geist',
        fontSize: 32,
        fontWeight: 500,
        color: soft,
      }}
    >
      <div style={{ display: 'flex', flexDirection: row, alignItems: 'center', gap: 20 }}>
        {logo ? <img {...logo} alt="" /> : <SignpostMark color={accent} width={60} height={60} />}
        <span style={{ fontSize: 36, fontWeight: 600, color: ink }}>{show(texts.siteName)}</span>
      </div>
      <div
        style={{
          display: typeof texts.heading === 'object' ? 'flex' : 'block',
          justifyContent: isMirrored || isRightToLeft(heading) ? 'flex-end' : 'flex-start',
          textAlign: isMirrored ? 'right' : 'left',
          lineClamp: 4,
          fontSize: headingSize(typeof texts.heading === 'string' ? texts.heading : heading),
          fontWeight: 600,
          lineHeight: 1.15,
          color: ink,
          wordBreak: 'break-word',
        }}
      >
        {show(texts.heading)}
      </div>
      <div style={{ display: 'flex', flexDirection: row, alignItems: 'center', gap: 28, height: 56 }}>
        {state && texts.state && (
          <span style={{ ...looks[state.key], borderRadius: 28, padding: '8px 26px' }}>
            {show(texts.state)}
          </span>
        )}
        {texts.votes && (
          <span style={{ display: 'flex', flexDirection: row, alignItems: 'center', gap: 12, color: ink }}>
            <svg width="28" height="28" viewBox="0 0 16 16">
              <path d="m3 11 5-6 5 6z" fill={accent} />
            </svg>
            {show(texts.votes)}
          </span>
        )}
        <span>{show(texts.section)}</span>
      </div>
    </div>
  )
}

const isRightToLeft = (text: string) => /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)
