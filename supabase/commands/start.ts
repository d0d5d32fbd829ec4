import { readOptions } from './environment.ts'
import { serve } from './serve.ts'

const { empty } = readOptions(
  `Usage: npm start [-- --empty]

Starts the whole product and keeps it running until Ctrl-C. Builds the site if it is missing or out of date.

  --empty  with new data, starts with an empty board instead of the example board`,
  'empty',
)
await serve('start', empty)
