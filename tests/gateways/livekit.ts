import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"

/** Somebody in a room of the stand-in. */
export type StandInPerson = { identity: string; sid: string; moderates: boolean }

/** What the stand-in is told. Rooms are named by their class, whatever else their name says. */
export type StandInOrder =
  | { kind: "fill"; rooms: [classId: string, people: StandInPerson[]][] }
  | { kind: "count" }
  | { kind: "silence"; classIds: string[] }

/** A room's looks: how many, by which API keys, and the longest wait for one, in milliseconds, up to now included. */
export type StandInLook = { count: number; askers: string[]; longestMs: number }

/** What was asked of it since the last time this was asked. */
export type StandInCounts = {
  kind: "counts"
  /** By procedure, such as ListParticipants. */
  calls: Record<string, number>
  looks: Record<string, StandInLook>
  cpuSeconds: number
}

export type StandInReady = { kind: "ready"; port: number }

export type LivekitStandIn = {
  /** As LIVEKIT_URL. */
  url: string
  apiKey: string
  apiSecret: string
  /** Replaces who is in these rooms. */
  fill(rooms: [classId: string, people: StandInPerson[]][]): Promise<void>
  /** Leaves questions about these rooms without an answer, and about no others. */
  silence(classIds: string[]): Promise<void>
  /** What was asked since the last count. */
  count(): Promise<StandInCounts>
  stop(): Promise<void>
}

/**
 * Starts a process that speaks LiveKit's API without media, for more rooms than one machine has media for. It
 * answers as livekit-server 1.13 does, from what it is told.
 */
export async function startLivekitStandIn(): Promise<LivekitStandIn> {
  const child: ChildProcess = fork(new URL("./livekit-process.ts", import.meta.url), {
    // Twenty rooms a second with thirty people each are many bytes, which structured cloning copies faster.
    serialization: "advanced",
    stdio: "inherit",
  })
  const [ready] = (await once(child, "message")) as [StandInReady]
  const tell = async <T>(order: StandInOrder): Promise<T> => {
    const answer = once(child, "message")
    child.send(order)
    return (await answer)[0] as T
  }
  return {
    url: `ws://127.0.0.1:${ready.port}`,
    apiKey: "stand-in",
    apiSecret: "a secret of the stand-in, of 32 characters",
    fill: (rooms) => tell({ kind: "fill", rooms }),
    silence: (classIds) => tell({ kind: "silence", classIds }),
    count: () => tell({ kind: "count" }),
    async stop() {
      const ended = once(child, "exit")
      child.kill("SIGKILL")
      await ended
    },
  }
}
