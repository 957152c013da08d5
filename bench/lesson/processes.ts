import { readdirSync, readFileSync } from "node:fs"

const TICKS_PER_SECOND = 100

type Process = { pid: number; parent: number; name: string; seconds: number }

function readProcess(pid: number): Process | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8")
    const close = line.lastIndexOf(")")
    const rest = line.slice(close + 2).split(" ")
    // Of itself, and of the children that ended and are in no tree any more.
    const ticks = rest.slice(11, 15).reduce((sum, one) => sum + Number(one), 0)
    return {
      ...{ pid, parent: Number(rest[1]), name: line.slice(line.indexOf("(") + 1, close) },
      seconds: ticks / TICKS_PER_SECOND,
    }
  } catch {
    // It ended meanwhile.
    return null
  }
}

/** A process with all its descendants. */
export function processTree(root: number): Process[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((one) => one !== null)
  const found = all.filter(({ pid }) => pid === root)
  for (const one of found) found.push(...all.filter(({ parent }) => parent === one.pid))
  return found
}

/** Memory of a process in MB, where what it shares with others is divided among them. */
function memoryOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]) / 1_024
  } catch {
    return 0
  }
}

export type Usage = { seconds: number; memory: number }

/** What a process and its descendants used of processors so far, in seconds, and of memory now, in MB; by program if wanted. */
export function usageOf(root: number, wanted = (_name: string) => true): Usage {
  const chosen = processTree(root).filter(({ name }) => wanted(name))
  return {
    seconds: chosen.reduce((sum, one) => sum + one.seconds, 0),
    memory: chosen.reduce((sum, { pid }) => sum + memoryOf(pid), 0),
  }
}

/** The children that this process has now. */
export function ownChildren(): number[] {
  return processTree(process.pid)
    .filter(({ parent }) => parent === process.pid)
    .map(({ pid }) => pid)
}
