import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'

/** Where distributions put what only root runs, which is not on everybody's PATH. */
const folders = () => [...process.env.PATH!.split(delimiter), '/usr/local/sbin', '/usr/sbin', '/usr/bin']

/**
 * The path of a program of the distribution; where it is missing and we may, its package is installed.
 * @param names what it may be called, the first being the name of its package as well; or its path
 */
export function findProgram(...names: string[]): string {
  const find = () =>
    names.flatMap((name) => folders().map((folder) => resolve(folder, name))).find((path) => existsSync(path))
  const found = find() ?? (installPackage(names[0]!) ? find() : undefined)
  if (!found) throw new Error(`There is no ${names.join(' or ')} here. Install it, or put it on the PATH.`)
  return found
}

/** Why tests that need such a program are left out, said once in a line; null when it is here. */
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

/** Installs a package of Debian's or Ubuntu's; false where that cannot be done. */
export function installPackage(name: string): boolean {
  if (isAbsolute(name) || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  // Two test files may find the same program missing: apt-get fails while another one is at work.
  const install = (...args: string[]) => ['/tmp/signpost-apt.lock', 'apt-get', ...args, '-qq']
  try {
    execFileSync('flock', install('update'), { stdio: 'inherit' })
    execFileSync('flock', install('install', '-y', '--no-install-recommends', name), {
      stdio: 'ignore',
      // Neither questions, nor a service that takes its port.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
    return true
  } catch (error) {
    console.warn(`${name} could not be installed: ${(error as Error).message}`)
    return false
  }
}

/** Puts a certificate for localhost into the folder, signed by itself: fullchain.pem and privkey.pem. */
export function makeCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  execFileSync(
    findProgram('openssl'),
    ['req', '-x509', ...key, '-days', '2', '-subj', '/CN=localhost', ...files],
    { stdio: 'ignore' },
  )
}
