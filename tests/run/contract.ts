import { spawnSync } from 'node:child_process'

// npm run test:contract -- <site> <key>: checks a site's API against its contract with Schemathesis, if it is
// installed. Needs a key with every scope and writes content, so use a test site.
const [site, key] = process.argv.slice(2)
if (!key) {
  console.error('npm run test:contract -- <site> <key>')
  process.exit(2)
}
const python = process.env.PYTHON ?? 'python3'
if (spawnSync(python, ['-m', 'schemathesis.cli', '--version']).status !== 0) {
  console.log(`Skipped: ${python} has no Schemathesis. Install it: pip install schemathesis`)
  process.exit(0)
}
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]
const options = {
  header: `Authorization: Bearer ${key}`,
  checks: checks.join(','),
  phases: 'coverage,fuzzing',
  'max-examples': '30',
  'suppress-health-check': 'all',
  'rate-limit': '9/s',
}
const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
const command = [
  '-m',
  'schemathesis.cli',
  'run',
  `${site}/api/v1/openapi.json`,
  '--continue-on-failure',
  ...flags,
]
process.exitCode = spawnSync(python, command, { stdio: 'inherit' }).status ?? 1
