import { PersonName } from '@/components/account/person-name'
import { Icon } from '@/components/ui/icon'
import { LongDate } from '@/components/ui/long-date'
import { type PostState, stateNames } from '@/lib/post/states'
import type { Post } from '@/lib/queries/posts'

type Step = Omit<Post['events'][number], 'from'>

const tones: Record<PostState, string> = {
  proposed: 'text-proposed',
  candidate: 'text-candidate',
  planned: 'text-planned',
  'in-progress': 'text-in-progress',
  completed: 'text-completed',
}

/**
 * How the post came to its state, newest step first.
 * @param props.saidAbove the event whose note stands at the top of the page already
 */
export function PostTimeline(props: { post: Pick<Post, 'createdAt' | 'events'>; saidAbove?: number }) {
  const { post, saidAbove } = props
  const start = { to: 'proposed', note: null, actorName: null, actorIsTeam: false } as const
  const steps: Step[] = [...post.events.toReversed(), { id: 0, createdAt: post.createdAt, ...start }]
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <ol className="timeline">
        {steps.map((step) => (
          <li key={step.id}>
            <span className={`mt-0.5 flex self-start ${tones[step.to]}`}>
              <Icon name={step.to} />
            </span>
            <div className="min-w-0">
              <p className="font-medium">{stateNames[step.to]}</p>
              {step.note && step.id !== saidAbove && (
                <p dir="auto" className="mt-0.5 whitespace-pre-line">
                  {step.note}
                </p>
              )}
              <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-ink-soft">
                <LongDate iso={step.createdAt} />
                {step.actorName && <PersonName name={step.actorName} isTeam={step.actorIsTeam} />}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
