import { Icon } from '@/components/ui/icon'
import { LongDate } from '@/components/ui/long-date'
import { type PostState, stateNames } from '@/lib/post/states'

type Event = { id: number; to: PostState; note: string | null; actorName: string | null; createdAt: string }

const tones: Record<PostState, string> = {
  proposed: 'text-proposed',
  candidate: 'text-candidate',
  planned: 'text-planned',
  'in-progress': 'text-in-progress',
  completed: 'text-completed',
}

/** How the post came to its state, newest step first. */
export function PostTimeline({ post }: { post: { createdAt: string; events: Event[] } }) {
  const steps: Event[] = [
    ...post.events.toReversed(),
    { id: 0, to: 'proposed', note: null, actorName: null, createdAt: post.createdAt },
  ]
  return (
    <section aria-labelledby="timeline" className="self-start rounded-lg border border-line bg-surface p-4">
      <h2 id="timeline" className="text-sm font-semibold">
        Timeline
      </h2>
      <ol className="mt-3 space-y-4">
        {steps.map((step) => (
          <li key={step.id} className="flex gap-2">
            <span className={`mt-0.5 flex self-start ${tones[step.to]}`}>
              <Icon name={step.to} />
            </span>
            <div className="min-w-0">
              <p className="font-medium">{stateNames[step.to]}</p>
              {step.note && (
                <p dir="auto" className="mt-0.5 whitespace-pre-line">
                  {step.note}
                </p>
              )}
              <p className="mt-0.5 text-xs text-ink-soft">
                <LongDate iso={step.createdAt} />
                {step.actorName && ` · ${step.actorName}`}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
