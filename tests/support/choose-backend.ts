import { inject } from 'vitest'

// The number of this worker, of which no two that run at once have the same.
const at = Number(process.env.VITEST_POOL_ID) - 1
Object.assign(process.env, inject('backends')[at])
