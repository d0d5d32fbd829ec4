const kinds: [string, RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftyp.{0,28}avi[fs]/s],
]

export async function pictureKind(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await file.slice(0, 40).arrayBuffer())
  const start = String.fromCharCode(...bytes)
  return kinds.find(([, signature]) => signature.test(start))?.[0] ?? null
}
