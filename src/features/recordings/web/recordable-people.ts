import { topicOfChanges } from "#shared/changes.ts"
import { SECOND } from "#shared/time.ts"
import type { BrowserApi } from "#ui/client.ts"
import { followTopics } from "#ui/live-stream.ts"

/** Who came late is asked about at most this often. */
const ASK_MS = 3 * SECOND
/** Who may be recorded is asked again this often, should a change not have been heard of. */
const ASK_ANYWAY_MS = 20 * SECOND

type People = { recordable: ReadonlySet<string>; known: ReadonlySet<string> }
type Answered = {
  /** Names of those who are left out. */
  leftOut: string[]
  /** Somebody who was in may not be recorded any more. */
  withdrawn: boolean
}

/** Who of a class may be recorded, kept up with the consents that are given and withdrawn meanwhile. */
export class RecordablePeople {
  private people: People = { recordable: new Set<string>(), known: new Set<string>() }
  private askedAt = Number.NEGATIVE_INFINITY
  private readonly api: () => BrowserApi["recordings"]
  private readonly classId: string
  private readonly onAnswer: (answered: Answered) => void

  constructor(api: () => BrowserApi["recordings"], classId: string, onAnswer: (answered: Answered) => void) {
    this.api = api
    this.classId = classId
    this.onAnswer = onAnswer
  }

  get now(): People {
    return this.people
  }

  async ask(): Promise<void> {
    this.askedAt = performance.now()
    const { people } = await this.api().consented({ class_id: this.classId })
    const before = this.people.recordable
    const recordable = new Set(people.filter((one) => one.recordable).map((one) => one.person_id))
    this.people = { recordable, known: new Set(people.map((one) => one.person_id)) }
    this.onAnswer({
      leftOut: people.filter((one) => !one.recordable).map((one) => one.name),
      withdrawn: [...before].some((person) => !recordable.has(person)),
    })
  }

  /** Asks once more, unless it was asked a moment ago. Who is not known is left out meanwhile. */
  askAgain(): void {
    if (performance.now() - this.askedAt >= ASK_MS) this.askQuietly()
  }

  /** Asks whenever consents change. Returns the way out. */
  follow(): () => void {
    const ask = () => this.askQuietly()
    const leave = followTopics(topicOfChanges(["recorder.people"], [this.classId]), ask)
    // What changed before the stream was there.
    const soon = setTimeout(ask, ASK_MS)
    const timer = setInterval(ask, ASK_ANYWAY_MS)
    return () => {
      leave()
      clearTimeout(soon)
      clearInterval(timer)
    }
  }

  private askQuietly(): void {
    void this.ask().catch(() => undefined)
  }
}
