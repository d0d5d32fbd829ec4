import { inject } from 'vitest'

// The number of this worker, unique among those that run at the same time.
const at = Number(process.env.VITEST_POOL_ID) - 1
Object.assign(process.env, inject('backends')[at])
