export const shapes = {
  up: '<path d="m4 10 4-4 4 4"/>',
  vote: '<path d="M8 4.5 13 11H3Z" class="vote-arrow"/>',
  down: '<path d="m4 6 4 4 4-4"/>',
  sort: '<path d="m5 6 3-3 3 3m-6 4 3 3 3-3"/>',
  comment:
    '<path d="M14 7.5a5.2 5.2 0 0 1-5.5 5 6 6 0 0 1-2.3-.45L3 13l.85-2.3A4.7 4.7 0 0 1 3 7.5a5.2 5.2 0 0 1 5.5-5 5.2 5.2 0 0 1 5.5 5Z"/>',
  bell: '<path d="M3 11.5h10c-1.2-1-1.5-2.2-1.5-5a3.5 3.5 0 0 0-7 0c0 2.8-.3 4-1.5 5Zm3.5 2h3"/>',
  search: '<path d="M7.2 12.2a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm3.6-1.4 3 3"/>',
  image: '<path d="M2.5 3h11v10h-11zm0 8 3-3 2.5 2.5 2-2 3.5 3.5M10.5 6h.01"/>',
  plus: '<path d="M8 3v10M3 8h10"/>',
  close: '<path d="m4 4 8 8m0-8-8 8"/>',
  link: '<path d="M6.8 9.2a2.8 2.8 0 0 0 4 0l2-2a2.8 2.8 0 0 0-4-4L8 4m1.2 2.8a2.8 2.8 0 0 0-4 0l-2 2a2.8 2.8 0 0 0 4 4L8 12"/>',
  dots: '<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" stroke-width="2"/>',
  merge: '<path d="M4 2.5v2A4.5 4.5 0 0 0 8 9a4.5 4.5 0 0 0 4-4.5v-2M8 9v4.5m-2.5-2.5L8 13.5l2.5-2.5"/>',
  back: '<path d="M13 8H3m4-4L3 8l4 4"/>',
  map: '<path d="M2.5 3h3v10h-3zm4 0h3v7h-3zm4 0h3v9h-3z"/>',
  table: '<path d="M2.5 3h11v10h-11zm0 3.5h11m-11 3.3h11"/>',
  sun: '<path d="M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm0-9.5v1m0 11v1M1.5 8h1m11 0h1M3.4 3.4l.7.7m7.8 7.8.7.7m0-9.2-.7.7m-7.8 7.8-.7.7"/>',
  moon: '<path d="M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1Z"/>',
  proposed: '<circle cx="8" cy="8" r="5.5" stroke-dasharray="2.4 2.1"/>',
  candidate: '<circle cx="8" cy="8" r="5.5"/><circle cx="8" cy="8" r="1.25" fill="currentColor"/>',
  planned: '<path d="M3 3.5h10v9.5H3zm0 3h10M5.7 2v3m4.6-3v3"/>',
  'in-progress': '<circle cx="8" cy="8" r="5.5"/><path d="M8 5v6a3 3 0 0 0 0-6Z" fill="currentColor"/>',
  completed: '<circle cx="8" cy="8" r="5.5"/><path d="m5.6 8.2 1.7 1.7 3.2-3.6"/>',
}

export type IconName = keyof typeof shapes
