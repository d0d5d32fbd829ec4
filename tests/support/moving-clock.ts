// Loaded into a server under test. Every SIGUSR2 moves its clock forward by CLOCK_STEP milliseconds, so that stored
// data gets old, and then tells its parent.
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
