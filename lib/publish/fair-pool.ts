type Holding = { size: number; evict: () => void }
type Sender = { size: number; holdings: Set<Holding> }

function largest<Sized extends { size: number }>(all: Iterable<Sized>): Sized | undefined {
  let found: Sized | undefined
  for (const one of all) if (!found || one.size > found.size) found = one
  return found
}

/** When it is full, whoever holds the most loses their largest holding. So a small one is safe. */
export function fairPool(most: number) {
  const senders = new Map<string, Sender>()
  let total = 0
  const isOver = () => total > most

  /** @param evict called once if the holding was taken away; nothing has to be released then */
  return function open(name: string, evict: () => void) {
    const sender = senders.get(name) ?? { size: 0, holdings: new Set() }
    senders.set(name, sender)
    const holding: Holding = {
      size: 0,
      evict: () => {
        release()
        evict()
      },
    }
    sender.holdings.add(holding)

    function change(amount: number) {
      holding.size += amount
      sender.size += amount
      total += amount
    }
    function release() {
      if (!sender.holdings.delete(holding)) return
      change(-holding.size)
      if (sender.holdings.size === 0) senders.delete(name)
    }
    return {
      /** May evict any holding, including this one. */
      add(amount: number) {
        if (!sender.holdings.has(holding)) return
        change(amount)
        while (isOver()) largest(largest(senders.values())!.holdings)!.evict()
      },
      release,
    }
  }
}
