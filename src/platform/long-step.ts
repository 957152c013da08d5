/** A step that takes long enough to be shown while it is under way. */
export type LongStep = {
  /** Shows the progress. */
  show(line: string): void
  /** It is over, well or not. */
  done(): void
}

export type BeginStep = (line: string) => LongStep

/** Shows a step for as long as `work` takes. */
export async function during<T>(step: LongStep, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    step.done()
  }
}
