import { topicOfChanges } from "#shared/changes.ts"
import { SECOND } from "#shared/time.ts"
import type { BrowserApi } from "#ui/client.ts"
import { followTopics } from "#ui/live/live-stream.ts"

/** How often, at most, consent is requested for people who came late. */
const ASK_MS = 3 * SECOND
/** How often consent is requested again, in case a change was missed. */
const ASK_ANYWAY_MS = 20 * SECOND

type People = { recordable: ReadonlySet<string>; known: ReadonlySet<string> }
type Answered = {
  /** Names of those who are left out. */
  leftOut: string[]
  /** Somebody who was recorded may not be any more. */
  withdrawn: boolean
}

/** Who of a class may be recorded, updated when consents are given and withdrawn. */
export class RecordablePeople {
  private people: People = { recordable: new Set<string>(), known: new Set<string>() }
  private askedAt = Number.NEGATIVE_INFINITY
  private asked = 0
  /** The number of the newest request whose answer counts. */
  private taken = 0
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
    this.asked += 1
    const number = this.asked
    const { people } = await this.api().consented({ class_id: this.classId })
    // A late answer may still name somebody whose consent was withdrawn since.
    if (number < this.taken) return
    this.taken = number
    const before = this.people.recordable
    const recordable = new Set(people.filter((one) => one.recordable).map((one) => one.person_id))
    this.people = { recordable, known: new Set(people.map((one) => one.person_id)) }
    this.onAnswer({
      leftOut: people.filter((one) => !one.recordable).map((one) => one.name),
      withdrawn: [...before].some((person) => !recordable.has(person)),
    })
  }

  /** Asks again, unless it just did. People whose consent isn't known are left out meanwhile. */
  askAgain(): void {
    if (performance.now() - this.askedAt >= ASK_MS) this.askQuietly()
  }

  /** Asks whenever consents change. Returns a function that stops it. */
  follow(): () => void {
    const ask = () => this.askQuietly()
    const leave = followTopics(topicOfChanges(["recorder.people"], [this.classId]), ask)
    // Catches changes from before the stream was open.
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
