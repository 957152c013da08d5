import { newId } from "#shared/ids.ts"
import type { Language } from "#ui/language.ts"
import { whiteboardText as text } from "../../texts/whiteboard.texts.ts"
import type { Place } from "../whiteboard-pen.ts"
import type { PictureProblem, SentPicture } from "./send-picture.ts"

/** A picture on its way to the server. */
export type Sending = {
  id: string
  file: File
  /** Where it goes: a page, and a place on it if it was dropped there. */
  page: number
  at: Place | null
  begun: number
  /** How much of it is sent, 0 to 1. */
  share: number
  /** Why it isn't on the board; null while it waits or is sent. */
  problem: PictureProblem | null
}

/** Further pictures of one drop are put beside the first, in units of the page. */
const BESIDE = 40

/** Sends this person's pictures one after the other; those that could not be sent stay until they are sent or dismissed. */
export class PictureSender {
  /** Called with each picture that the server has. */
  onSent: (picture: SentPicture, sending: Sending) => void = () => undefined
  private sendings: readonly Sending[] = []
  private readonly listeners = new Set<() => void>()
  private readonly classId: string
  private readonly language: Language
  private running: { id: string; abort: AbortController } | null = null

  constructor(classId: string, language: Language) {
    this.classId = classId
    this.language = language
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getView = (): readonly Sending[] => this.sendings

  add(files: readonly File[], page: number, at: Place | null): void {
    const added = files.map((file, index) => ({
      ...{ id: newId(), file, page, share: 0, problem: null, begun: Date.now() },
      at: at && { x: at.x + index * BESIDE, y: at.y + index * BESIDE },
    }))
    this.change([...this.sendings, ...added])
    void this.run()
  }

  tryAgain(id: string): void {
    this.update(id, { problem: null, share: 0 })
    void this.run()
  }

  /** Forgets a picture that isn't sent yet. */
  dismiss(id: string): void {
    if (this.running?.id === id) this.running.abort.abort()
    this.change(this.sendings.filter((one) => one.id !== id))
  }

  /** Forgets all of them. */
  end(): void {
    for (const { id } of this.sendings) this.dismiss(id)
  }

  private async run(): Promise<void> {
    const next = this.sendings.find(({ problem }) => problem === null)
    if (this.running || !next) return
    const abort = new AbortController()
    this.running = { id: next.id, abort }
    const answer = await this.send(next, abort.signal)
    this.running = null
    // It may have been dismissed meanwhile.
    const sending = this.sendings.find(({ id }) => id === next.id)
    if (sending && "words" in answer) this.update(next.id, { problem: answer })
    else if (sending && "width" in answer) {
      this.change(this.sendings.filter(({ id }) => id !== next.id))
      this.onSent(answer, sending)
    }
    void this.run()
  }

  private async send({ id, file }: Sending, signal: AbortSignal): Promise<SentPicture | PictureProblem> {
    try {
      const { sendPicture } = await import("./send-picture.ts")
      const onShare = (share: number) => this.update(id, { share })
      const { classId, language } = this
      return await sendPicture({ classId, id, file, language, onShare, signal })
    } catch {
      // The code for it could not be loaded.
      return { words: text.pictureUnsent, again: true }
    }
  }

  private update(id: string, part: Partial<Sending>): void {
    this.change(this.sendings.map((one) => (one.id === id ? { ...one, ...part } : one)))
  }

  private change(sendings: readonly Sending[]): void {
    this.sendings = sendings
    for (const listener of this.listeners) listener()
  }
}
