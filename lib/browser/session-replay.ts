type Queue = ((...call: unknown[]) => void) & { q?: unknown[][] }

/** Loads Microsoft Clarity once; earlier calls wait in a queue. */
export function startReplay(address: string): void {
  const target = window as unknown as { clarity?: Queue }
  if (target.clarity) return
  const queue: Queue = (...call) => void (queue.q ??= []).push(call)
  target.clarity = queue
  const script = document.createElement('script')
  script.async = true
  script.src = address
  document.head.append(script)
}
