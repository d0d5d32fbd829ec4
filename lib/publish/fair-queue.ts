type Waiting = { isGone: () => boolean; begin: (slot: Slot) => void }
type Sender = { working: number; waiting: Waiting[] }
type Limits = { atOnce: number; atOncePerSender: number; waiting: number; waitingPerSender: number }

export type Slot = {
  /** Lets another sender begin. The work still counts as its own sender's. */
  free: () => void
  release: () => void
}

/** A queue that is shared fairly: a free slot goes to the sender with the fewest slots, in turn among equals. */
export function fairQueue(limits: Limits) {
  const senders = new Map<string, Sender>()
  let working = 0
  let waiting = 0

  function next(): void {
    while (working < limits.atOnce && waiting > 0) {
      let name: string | undefined
      let fewest = limits.atOncePerSender
      for (const [each, sender] of senders) {
        if (sender.waiting.length === 0 || sender.working >= fewest) continue
        name = each
        fewest = sender.working
      }
      if (name === undefined) return
      const sender = senders.get(name)!
      waiting--
      const first = sender.waiting.shift()!
      if (first.isGone()) {
        forget(name, sender)
        continue
      }
      senders.delete(name)
      senders.set(name, sender)
      first.begin(take(name, sender))
    }
  }

  function take(name: string, sender: Sender): Slot {
    let isFree = false
    let isReleased = false
    working++
    sender.working++
    const free = () => {
      if (isFree) return
      isFree = true
      working--
      next()
    }
    return {
      free,
      release: () => {
        if (isReleased) return
        isReleased = true
        sender.working--
        forget(name, sender)
        if (isFree) next()
        else free()
      },
    }
  }

  function forget(name: string, sender: Sender): void {
    if (sender.working === 0 && sender.waiting.length === 0) senders.delete(name)
  }

  return function enter(name: string, request: Waiting): boolean {
    const sender = senders.get(name) ?? { working: 0, waiting: [] }
    const isFull = working >= limits.atOnce || sender.working >= limits.atOncePerSender
    if (isFull && (waiting >= limits.waiting || sender.waiting.length >= limits.waitingPerSender))
      return false
    senders.set(name, sender)
    sender.waiting.push(request)
    waiting++
    next()
    return true
  }
}
