import { crc32, deflateSync } from 'node:zlib'

/** 949 bytes of AVIF with 6300 by 6300 pixels, which need 700 MB to decode. */
export const wideAvif = Buffer.from(
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA' +
    'ACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAArsAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRt' +
    'AAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgT8CAAAAABRpc3BlAAAAAAAAGJwAABicAAAAEHBpeGkAAAAAAwgICAAAABZp' +
    'cG1hAAAAAAAAAAEAAQOBAgMAAALDbWRhdBIACgo/8zE3ibaQENBpMqoFERKExgmHnnnmgkAAAFHPzEUivf/zaMrTIhvl1gktaNWL' +
    'aFJ5YvbGOOMCpRbXU/IUjLJl6fTIS1leYmmtZM7WWcV4MiushQS62XWHpyxT5KjNQ+VuN5pgh5ediAUqJOhAUs/MUl6RnD65meah' +
    '1uevMNYHHVc8R9t1GYkYLfdFUsZZcUuITG5qcJHfo6XO1xZOwkykJ5q2HQLZ4HBp7gIQ9P6CaB6zHmfgypet2lfWE48r1B8gU8/M' +
    'Ul6RnD65meah1uevMNYHHVc8R9t1GYkYLfdFUsZZcUuITG5qcJHfo6XO1xZOwkykBpG+F9fle7vlRjHxyfnHgNyll+RBb1JlMEFr' +
    'seU8NkSGgFLPzFJekZw+uZnmodbnrzDWBx1XPEfbdRmJGC33RVLGWXFLiExuanCR36OlztcWTsJMpCeath0C2eBwae4CEPT+gmge' +
    'sx5n4MqXrdpX1hOPK9QfIFPPzFJekZw+uZnmodbnrzDWBx1XPEfbdRmJGC33RVLGWXFLiExuanCR36OlztcWTsJMpAaRvhfX5Xu7' +
    '5UYx8cn5x4DcpZfkQW9SZTBBa7HlPDZEhoBSz8xSXpGcPrmZ5qHW568w1gcdVzxH23UZiRgt90VSxllxS4hMbmpwkd+jpc7XFk7C' +
    'TKQnmrYdAtngcGnuAhD0/oJoHrMeZ+DKl63aV9YTjyvUHyBRz8xSXpGcPrmZ5qHW568w1gcdVzxH23UZiRgt90VSxllxS4hMbmpw' +
    'kd+jpc7XFk7CTKQGkb4X1+V7u+VGMfHJ+ceA3KWX5EFvUmUwQWux5Tw2WM/MUl6RnD65meah1uevMNYHHVc8R9t1GYkYLfdFUsZZ' +
    'cUuITG5qcJHfo6XO1xZOwkykJ5q2HQLZ4HBp7gIQ9P6CaB6zHmfgypet2lfWE48r2g==',
  'base64',
)

/** The same picture, claiming to be 64 pixels wide and high. */
export function lyingAvif(): Buffer {
  const bytes = Buffer.from(wideAvif)
  const place = bytes.indexOf('ispe') + 8
  bytes.writeUInt32BE(64, place)
  bytes.writeUInt32BE(64, place + 4)
  return bytes
}

/** A PNG of one pixel, with these chunks in front of it. */
export function pngWith(chunks: Buffer[]): Buffer {
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
    ...chunks,
    pngChunk('IDAT', deflateSync(Buffer.alloc(4))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A 1 MB PNG whose texts unpack to a gigabyte. */
export function wordyPng(type: 'iTXt' | 'zTXt'): Buffer {
  const text = deflateSync(Buffer.alloc(50_000_000, 'a'), { level: 9 })
  const head = type === 'zTXt' ? '\0\0' : '\0\x01\0\0\0'
  return pngWith(
    Array.from({ length: 20 }, (_, n) =>
      pngChunk(type, Buffer.concat([Buffer.from(`k${n}${head}`, 'latin1'), text])),
    ),
  )
}
