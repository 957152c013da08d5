import type { NoticeDecision } from "#contract/attendance/attendance-notices.ts"

/** The texts about messages to parents, in English. */
export const messagesText = {
  title: "Messages to parents",
  description: "Messages that were held, failed or may have been sent. Nothing is sent until you decide.",
  texts: "Text messages",
  setUpTexts: "Set up text messages",
  which: "Which messages",
  tabs: { all: "All", held: "Held", failed: "Not sent", unknown: "Unknown" },
  empty: "Nothing to decide",
  emptyText: "Messages that are held or fail appear here, each with its reason.",
  done: {
    send: (name: string) => `The message to ${name} is on its way`,
    drop: (name: string) => `The message to ${name} was cancelled`,
    told: (name: string) => `${name} is marked as told by phone`,
    not_sent: (name: string) => `The message to ${name} wasn't sent. You can send it now.`,
  } satisfies Record<NoticeDecision, unknown>,
  kinds: { absence: "Absence", "absence-later": "Absence", "absence-correction": "Correction" } as Record<
    string,
    string
  >,
  decisions: { send: "Send", told: "Told by phone", not_sent: "It wasn't sent" },
  drop: "Don't send it",
  dropWhy: "Why",
  dropHint: "Why it shouldn't be sent",
  dropButton: "Don't send",
  columns: { who: "Parent", number: "Number", status: "Status", when: "When, or why" },
  noneDue: "No message was due.",
}
