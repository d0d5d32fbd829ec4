/** Shows on standard error how much of a file was read: a bar on a terminal, otherwise a line per tenth. */
export type Progress = {
  update: (bytesRead: number, lines: number) => void
  /** Writes a line above the bar. */
  note: (line: string) => void
  end: () => void
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>

/** @param total the size of the file in bytes; 0 if unknown (a pipe) */
export function showProgress(total: number, output: Output = process.stderr): Progress {
  let shown = ''
  let told = 0
  const clear = () => {
    if (shown) output.write(`\r${' '.repeat(shown.length)}\r`)
    shown = ''
  }
  const draw = (line: string) => {
    clear()
    shown = line.slice(0, (output.columns ?? 80) - 1)
    output.write(shown)
  }
  return {
    update(bytesRead, lines) {
      const part = total > 0 ? Math.min(bytesRead / total, 1) : 0
      const percent = `${Math.floor(part * 100)} %`.padStart(5)
      const count = `${lines.toLocaleString('en-US')} lines`
      if (output.isTTY) {
        const bar = '█'.repeat(Math.round(part * 24)).padEnd(24, '░')
        draw(total > 0 ? `${bar} ${percent}  ${count}` : count)
        return
      }
      const step = total > 0 ? Math.floor(part * 10) : Math.floor(lines / 10_000)
      if (step === told) return
      told = step
      output.write(total > 0 ? `${percent}  ${count}\n` : `${count}\n`)
    },
    note(line) {
      const before = shown
      clear()
      output.write(`${line}\n`)
      if (before) draw(before)
    },
    end: clear,
  }
}
