import { type ChildProcess, fork } from "node:child_process"
import type { World } from "./world.ts"

/** Forks a process of a measurement by its path under bench/; it ends with the world. */
export function startProcess(world: World, path: string): ChildProcess {
  const child = fork(new URL(`../${path}`, import.meta.url), { stdio: "inherit" })
  world.own(() => void child.kill("SIGKILL"))
  return child
}

/** The next message of a process. Throws when it ends first. */
export function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) =>
      reject(new Error(`a process of the measurement ended with ${code}`))
    child.once("exit", failed)
    child.once("message", (message) => {
      child.off("exit", failed)
      resolve(message as T)
    })
  })
}
