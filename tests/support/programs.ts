import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'

/** Where distributions put programs for root, which aren't on everyone's PATH. */
const folders = () => [...process.env.PATH!.split(delimiter), '/usr/local/sbin', '/usr/sbin', '/usr/bin']

/**
 * The path of one of the distribution's programs. Installs its package if it is missing and we may.
 * @param names its possible names, the first of which is also its package's; or its path
 */
export function findProgram(...names: string[]): string {
  const find = () =>
    names.flatMap((name) => folders().map((folder) => resolve(folder, name))).find((path) => existsSync(path))
  const found = find() ?? (installPackage(names[0]!) ? find() : undefined)
  if (!found) throw new Error(`${names.join(' or ')} wasn't found. Install it, or put it on the PATH.`)
  return found
}

/** Why tests that need such a program are skipped, printed once; null if it is here. */
export function reasonToSkip(...names: string[]): string | null {
  try {
    findProgram(...names)
    return null
  } catch (error) {
    const { message } = error as Error
    console.warn(`Tests are skipped: ${message}`)
    return message
  }
}

/** Installs a Debian or Ubuntu package. Returns false if that isn't possible. */
export function installPackage(name: string): boolean {
  if (isAbsolute(name) || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  // Two test files may find the same program missing, and apt-get fails while another one runs.
  const install = (...args: string[]) => ['/tmp/signpost-apt.lock', 'apt-get', ...args, '-qq']
  try {
    execFileSync('flock', install('update'), { stdio: 'inherit' })
    execFileSync('flock', install('install', '-y', '--no-install-recommends', name), {
      stdio: 'ignore',
      // No questions, and no service that takes the port.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
    return true
  } catch (error) {
    console.warn(`${name} couldn't be installed: ${(error as Error).message}`)
    return false
  }
}

/** Writes a self-signed certificate for localhost to the folder: fullchain.pem and privkey.pem. */
export function makeCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  execFileSync(
    findProgram('openssl'),
    ['req', '-x509', ...key, '-days', '2', '-subj', '/CN=localhost', ...files],
    { stdio: 'ignore' },
  )
}
