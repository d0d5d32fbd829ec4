/**
 * NODE_OPTIONS for a process of the site: V8 frees what pages left behind before it asks for more than a small server has.
 * A limit that is there already stays. The Dockerfile and deploy/systemd say the same.
 */
export function withMemoryLimit(options = ''): string {
  return /--max[-_]old[-_]space[-_]size/.test(options)
    ? options
    : `${options} --max-old-space-size=384`.trim()
}
