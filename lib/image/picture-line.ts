import { PictureError } from './picture-error'

const atOnce = 1
const longestLine = 8

const inside = new Set<string>()
const line: (() => void)[] = []
let working = 0

/**
 * Does work on a picture when it is its turn: one at once, each person one, and a short line for everybody else.
 * @throws PictureError when the line is full, or the person is in it already
 */
export async function takeTurn<Result>(person: string, work: () => Promise<Result>): Promise<Result> {
  if (inside.has(person)) {
    throw new PictureError('Your last picture is still being read. Try again in a moment.')
  }
  if (line.length >= longestLine) {
    throw new PictureError('Many pictures are being read at the moment. Try again in a minute.')
  }
  inside.add(person)
  try {
    if (working < atOnce) working++
    // Whoever is done hands the place on, so nobody overtakes.
    else await new Promise<void>((begin) => line.push(begin))
    return await work().finally(() => {
      const next = line.shift()
      if (next) next()
      else working--
    })
  } finally {
    inside.delete(person)
  }
}
