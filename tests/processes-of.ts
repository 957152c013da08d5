import { readdirSync, readFileSync } from "node:fs"

/** The command lines of the processes that serve a data folder. */
export function processesOf(folder: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(readCommandLine)
    .filter((line) => line.includes(folder))
}

/** Returns the child of a process whose command line has this word, or null. */
export function childOf(parent: number, word: string): number | null {
  const child = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .find((pid) => parentOf(pid) === parent && readCommandLine(pid).split(" ").includes(word))
  return child === undefined ? null : Number(child)
}

/** Returns the children of a process whose command line ends with this file, in the order of their ids. */
export function childrenOf(parent: number, file: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === parent && readCommandLine(pid).trim().endsWith(file))
    .map(Number)
    .sort((one, other) => one - other)
}

function readCommandLine(pid: string): string {
  return readOf(pid, "cmdline").replaceAll("\0", " ")
}

function parentOf(pid: string): number {
  return Number(/^PPid:\s*(\d+)/m.exec(readOf(pid, "status"))?.[1])
}

function readOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8")
  } catch {
    // It ended meanwhile.
    return ""
  }
}
