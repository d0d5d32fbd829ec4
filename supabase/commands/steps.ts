/** Gives what says in a line that a step is done, and how long it took since the one before. */
export function startSteps(): (done: string) => void {
  let since = performance.now()
  return (done) => {
    const now = performance.now()
    console.log(`${done.padEnd(20)}${((now - since) / 1000).toFixed(1).padStart(5)} s`)
    since = now
  }
}
