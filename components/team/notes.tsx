import type { Note } from '@/lib/queries/triage'
import { RelativeTime } from '../ui/relative-time'

/** What the team said to itself about a post. */
export function Notes(props: { notes: Note[]; viewerId: string; onDelete: (note: Note) => void }) {
  const { notes, viewerId, onDelete } = props
  if (notes.length === 0) return null
  return (
    <ul className="space-y-2">
      {notes.map((note) => (
        <li key={note.id} className="rounded-md border border-line bg-mark/30 px-3 py-2">
          <p className="flex items-baseline gap-2 text-xs text-ink-soft">
            <bdi className="font-medium text-ink">{note.authorName ?? 'Deleted user'}</bdi>
            <RelativeTime iso={note.createdAt} />
            {note.authorId === viewerId && (
              <button
                type="button"
                aria-label="Delete this note"
                onClick={() => onDelete(note)}
                className="ms-auto min-h-6 underline hover:text-ink pointer-coarse:min-h-11"
              >
                Delete
              </button>
            )}
          </p>
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {note.body}
          </p>
        </li>
      ))}
    </ul>
  )
}
