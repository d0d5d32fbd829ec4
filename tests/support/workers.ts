import { availableParallelism } from 'node:os'

/** How many test files run at once: on a database that the environment names, one after the other. */
export const workers = process.env.TEST_DATABASE_URL ? 1 : Math.min(availableParallelism(), 4)
