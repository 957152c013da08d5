/**
 * Timeouts for services across a network, in milliseconds. A request may need two of these in a row and still
 * has to be answered within 10 s. Tests pass shorter ones.
 */
export type Patience = {
  /** For a connection to the database to open. */
  connect: number
  /** Until a connection of the pool is free. */
  pool: number
  /** Between two looks at whether the database still responds. */
  look: number
  /**
   * For the response to such a probe. A link that is silent for longer counts as lost, with all its
   * connections.
   */
  answer: number
  /** Between two tries to reach a database that does not respond. */
  retry: number
  /** For one statement of a request. */
  statement: number
  /** For one statement of a job, and of what belongs to no request. */
  longStatement: number
  /** For one statement of the job store's own: a queue that waits longer for its next job is deaf. */
  ownStatement: number
  /** Between two looks at a queue for jobs that were put off or are tried again. Workers are told of new ones. */
  due: number
  /** For the object store to begin its response, including retries. */
  store: number
  /** For the next bytes of a file that is read from or written to the store. */
  storeBytes: number
  /** For one look at a mail server, a text gateway, a store or a video server, as /readyz has it. */
  probe: number
  /** How long such a look counts where all was well. Where it wasn't, the next one looks again after `retry`. */
  probeAgain: number
}

export const USUAL_PATIENCE: Patience = {
  connect: 2_500,
  pool: 5_000,
  look: 1_000,
  answer: 2_500,
  retry: 500,
  statement: 8_000,
  longStatement: 300_000,
  ownStatement: 15_000,
  due: 5_000,
  store: 4_000,
  storeBytes: 8_000,
  probe: 3_000,
  probeAgain: 30_000,
}
