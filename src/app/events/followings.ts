import type { ClassFacts } from "#features/classes/server/class-facts.ts"
import type { Viewer } from "#platform/context.ts"
import type { Change } from "#platform/events.ts"
import type { DayNow, Listing, Topic } from "#shared/changes.ts"

/** A change as sent to browsers: `now` is what lists show since, `earlier` that it came before the stream. */
export type ToldChange = Change & { now?: ClassFacts["now"] | DayNow | Listing; earlier?: true }

/** A reader who follows topics. */
export type Follower = { viewer: Viewer; tell(change: ToldChange): void }

type Following = { follower: Follower; names: readonly string[] | null }

/** Who follows what, found by topic. */
export class Followings {
  private readonly byTopic = new Map<string, Set<Following>>()
  private readonly ofKind = new Map<string, number>()

  add(follower: Follower, topics: readonly Topic[]): () => void {
    const ways = topics.map((topic) => this.addTopic(topic, follower))
    return () => {
      for (const off of ways) off()
    }
  }

  private addTopic({ kind, names, ids }: Topic, follower: Follower): () => void {
    const following = { follower, names }
    this.ofKind.set(kind, (this.ofKind.get(kind) ?? 0) + 1)
    for (const id of ids) {
      const topic = `${kind}:${id}`
      this.byTopic.set(topic, (this.byTopic.get(topic) ?? new Set()).add(following))
    }
    return () => {
      this.ofKind.set(kind, (this.ofKind.get(kind) ?? 1) - 1)
      for (const id of ids) {
        const followings = this.byTopic.get(`${kind}:${id}`)
        followings?.delete(following)
        if (followings?.size === 0) this.byTopic.delete(`${kind}:${id}`)
      }
    }
  }

  /** Returns each follower of a change once, even if several of its topics match. */
  of({ name, id }: Change): Set<Follower> {
    const [kind = "", short = ""] = name.split(".")
    const found = new Set<Follower>()
    for (const topic of [`${kind}:${id}`, `${kind}:*`]) {
      for (const { follower, names } of this.byTopic.get(topic) ?? []) {
        if (!names || names.includes(short)) found.add(follower)
      }
    }
    return found
  }

  /** Whether anybody follows a thing of this kind. */
  hasKind(kind: string): boolean {
    return (this.ofKind.get(kind) ?? 0) > 0
  }

  /** The things of a kind that are followed. */
  idsOf(kind: string): string[] {
    const prefix = `${kind}:`
    return [...this.byTopic.keys()]
      .filter((topic) => topic.startsWith(prefix))
      .map((topic) => topic.slice(prefix.length))
  }

  isEmpty(): boolean {
    return this.byTopic.size === 0
  }

  all(): Set<Follower> {
    const found = new Set<Follower>()
    for (const followings of this.byTopic.values()) for (const { follower } of followings) found.add(follower)
    return found
  }
}
