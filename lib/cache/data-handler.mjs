// Next imports this file by itself, apart from the site's bundle, also while it builds: then nothing is kept. The cache
// is put into place when the site starts (page-cache.ts).
const cache = () => globalThis.signpostDataCache

/** @type {import('next/cache').CacheHandler} */
const handler = {
  get: async (key, softTags) => cache()?.get(key, softTags),
  set: async (key, entry) => cache()?.set(key, entry) ?? entry.catch(() => {}),
  refreshTags: async () => {},
  getExpiration: async (tags) => cache()?.getExpiration(tags) ?? 0,
  // Next tells the page cache of the same tags, which expires them for both (page-cache.ts).
  updateTags: async () => {},
}
export default handler
