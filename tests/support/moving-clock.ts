// Loaded into a server under test: every SIGUSR2 moves its clock on, so that what it keeps grows old, and tells its
// parent once it is done. CLOCK_STEP says how far, in milliseconds.
const step = Number(process.env.CLOCK_STEP ?? 6 * 60_000)
let ahead = 0
process.on('SIGUSR2', () => {
  ahead += step
  process.send?.('moved')
})

const now = Date.now.bind(Date)
Date.now = () => now() + ahead
const measured = performance.now.bind(performance)
performance.now = () => measured() + ahead
