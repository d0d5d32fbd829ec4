import { tellHost } from './bridge'

type Said = { id: number; isVoted: boolean; total: number }

/** Tells the page around the frame of votes that are given here: other tabs are told of them in the same way. */
export function reportVotes(): () => void {
  const channel = new BroadcastChannel('signpost-votes')
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (document.visibilityState !== 'visible') return
    tellHost('voted', { id: data.id, isVoted: data.isVoted, votes: data.total })
  })
  return () => channel.close()
}
