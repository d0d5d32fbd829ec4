/** How far something is, from 0 to 1; null where nobody knows. */
export function ProgressBar({ label, done }: { label: string; done: number | null }) {
  return (
    <div>
      <p role="status" className="mb-1 flex justify-between gap-2">
        <span>{label}</span>
        {done !== null && <span className="tabular">{Math.floor(done * 100)} %</span>}
      </p>
      <progress aria-label={label} value={done ?? undefined} max={1} className="h-2 w-full accent-accent" />
    </div>
  )
}
