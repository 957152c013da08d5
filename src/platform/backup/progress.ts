/** Receives the progress of a long step. */
export type Progress = {
  /** So many of all things of a step are done. */
  part(step: string, done: number, all: number): void
  /** Reports how many bytes of a step are done, and of how many if known. */
  bytes(step: string, done: number, all?: number): void
  /** The steps are over, well or not. */
  done(): void
}
