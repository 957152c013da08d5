/** PostgreSQL could not be prepared or started. The message has its last lines and what to do. */
export class PostgresFailed extends Error {
  override name = "PostgresFailed"
  /** The last lines PostgreSQL wrote, oldest first; empty when it wrote none. */
  output: string

  constructor(what: string, output: string, advice = explainFailure(output)) {
    const shown = output ? `\n${output.replace(/^/gm, "    ")}\n` : " "
    super(`${what}${shown}${advice}`)
    this.output = output
  }
}

const advices: [RegExp, string][] = [
  [
    /No space left on device|Check free disk space|Disk quota exceeded|ENOSPC|EDQUOT/i,
    "The disk is full. Free some space there and start again; nothing that was saved is lost.",
  ],
  [
    /cannot open shared object file|Library not loaded/i,
    "The libraries of PostgreSQL were not linked by the installation. Run: npm rebuild",
  ],
  [
    /ENOENT|GLIBC_|not found \(required by|Exec format error|ENOEXEC/,
    "This system can't run the PostgreSQL that comes with Kaksha. Set DATABASE_URL to a PostgreSQL of your own.",
  ],
  [/Address already in use/i, "Another program holds the port. Stop it, or choose another port."],
  [
    /has wrong ownership|Permission denied|EACCES|Operation not permitted|EPERM|EROFS/i,
    "The data folder belongs to another account. Start Kaksha from the account that made it, or choose another data folder.",
  ],
  [
    /pre-existing shared memory block|lock file "postmaster\.pid" already exists/i,
    "Another PostgreSQL still runs on this data folder. Stop it and start again.",
  ],
  [
    /could not create shared memory|Cannot allocate memory|out of memory/i,
    "The system has too little memory left. Stop other programs and start again.",
  ],
  [
    /configuration file .* contains errors|unrecognized configuration parameter|invalid value for parameter/i,
    "Correct the setting named above and start again.",
  ],
  [
    /corrupted installation|could not access file|No such file or directory/i,
    "The installation is incomplete. Run: npm ci",
  ],
]

/** Returns what a person can do about PostgreSQL's output. */
export function explainFailure(output: string): string {
  return (
    advices.find(([sign]) => sign.test(output))?.[1] ??
    "See logs/postgres.log in the data folder, or set DATABASE_URL to a PostgreSQL of your own."
  )
}

/** Turns a refusal by the file system into a PostgresFailed; returns other errors unchanged. */
export function nameRefusal(error: unknown, dataDir: string): unknown {
  const refused = /^(ENOSPC|EDQUOT|EACCES|EPERM|EROFS)$/.test((error as NodeJS.ErrnoException)?.code ?? "")
  return refused ? new PostgresFailed(`The data folder ${dataDir} can't be written.`, String(error)) : error
}

/** Returns the last lines of an output, without blank ones. */
export function lastLines(output: string, count = 12): string {
  return output
    .split("\n")
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .slice(-count)
    .join("\n")
}
