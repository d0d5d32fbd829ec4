import { tellHost } from './bridge'

type Said = { id: number; isVoted: boolean; total: number }

/** Reports votes in this frame to the page around it. They arrive on the channel that keeps tabs in sync. */
export function reportVotes(): () => void {
  const channel = new BroadcastChannel('signpost-votes')
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (document.visibilityState !== 'visible') return
    tellHost('voted', { id: data.id, isVoted: data.isVoted, votes: data.total })
  })
  return () => channel.close()
}
