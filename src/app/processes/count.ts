import { availableParallelism, totalmem } from "node:os"
import type { Environment } from "#platform/env.ts"

const GIB = 2 ** 30
/** Memory of the database, the video server and the system, and of each process under load, in bytes. */
const SHARED_BYTES = 1.5 * GIB
const PROCESS_BYTES = 0.5 * GIB
/** More than this need a database with more connections than is usual, so they are asked for. */
const MOST_BY_THEMSELVES = 8
/** So many processes that answer requests have one that works jobs off and watches live rooms. */
const PER_WORKER = 4

type Machine = { cores: number; bytes: number }

/** What this process may use: fewer than the machine has where a container limits it. */
export function thisMachine(): Machine {
  return {
    cores: availableParallelism(),
    bytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
  }
}

/** How many processes answer requests, and how many work jobs off and watch live rooms beside them. */
export type Processes = { web: number; workers: number }

/**
 * Returns how many processes `npm start` runs beside its own, or null where one does everything: where that is said,
 * in a trial, which few people use, on one core, and where there is too little memory for several.
 */
export function countProcesses(
  { WEB_PROCESSES: wanted, trial }: Pick<Environment, "WEB_PROCESSES" | "trial">,
  { cores, bytes }: Machine,
): Processes | null {
  const fitting = Math.floor((bytes - SHARED_BYTES) / PROCESS_BYTES)
  const web = wanted ?? (trial ? 1 : Math.min(cores, fitting, MOST_BY_THEMSELVES))
  return web < 2 ? null : { web, workers: Math.ceil(web / PER_WORKER) }
}
