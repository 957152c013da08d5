import type { Participant } from "livekit-client"

/** The person behind a participant's identity, `{person}:{device}`. */
export function personOf(identity: string): string {
  return identity.split(":")[0] ?? identity
}

/** The role that the server wrote into a participant's metadata, which nobody can change for themselves. */
export function roleOf(participant: Pick<Participant, "metadata">): "student" | "instructor" {
  try {
    const read: unknown = JSON.parse(participant.metadata ?? "")
    const { role } = read as { role?: unknown }
    return role === "instructor" ? "instructor" : "student"
  } catch {
    return "student"
  }
}

/** How many people these participants are: somebody with two devices is one. Never less than 1, oneself. */
export function countPeople(participants: readonly Pick<Participant, "identity">[]): number {
  return Math.max(1, new Set(participants.map((one) => personOf(one.identity)).filter(Boolean)).size)
}
