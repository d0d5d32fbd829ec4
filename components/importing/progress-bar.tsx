/** A progress bar. `done` is from 0 to 1, or null if it isn't known. */
export function ProgressBar({ label, done }: { label: string; done: number | null }) {
  return (
    <div>
      <p role="status" className="mb-1 flex justify-between gap-2">
        <span>{label}</span>
        {done !== null && <span className="tabular">{Math.floor(done * 100)} %</span>}
      </p>
      <progress
        aria-label={label}
        value={done ?? undefined}
        max={1}
        className={`h-2 w-full appearance-none overflow-hidden rounded-full border border-line-strong bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent ${done === null ? 'bg-accent-soft motion-safe:animate-pulse [&::-moz-progress-bar]:bg-accent-soft [&::-webkit-progress-bar]:bg-accent-soft' : ''}`}
      />
    </div>
  )
}
