/** A stored picture as pages show it. */
export type ShownImage = { id: string; src: string; alt: string; width: number; height: number }
