/** Hears how far a long step has come. */
export type Progress = {
  /** So many of all things of a step are done. */
  part(step: string, done: number, all: number): void
  /** So many bytes of a step are done, of as many where that is known. */
  bytes(step: string, done: number, all?: number): void
  /** The steps are over, well or not. */
  done(): void
}
