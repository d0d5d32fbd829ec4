// Next imports this file on its own, separate from the site's bundle, also during the build.
const cache = () => globalThis.signpostDataCache

/** @type {import('next/cache').CacheHandler} */
const handler = {
  get: async (key, softTags) => cache()?.get(key, softTags),
  set: async (key, entry) => cache()?.set(key, entry) ?? entry.catch(() => {}),
  refreshTags: async () => {},
  getExpiration: async (tags) => cache()?.getExpiration(tags) ?? 0,
  // Next tells the page cache about the same tags, which expires them for both (page-cache.ts).
  updateTags: async () => {},
}
export default handler
