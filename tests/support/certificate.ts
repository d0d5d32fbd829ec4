import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { findProgram } from './programs.ts'

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
