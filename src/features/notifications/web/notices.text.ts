import type { NoticeTopic } from "#contract/notifications.ts"

/** What each topic is called, and what it takes in. */
export const TOPIC_TEXTS: Record<NoticeTopic, { label: string; hint: string }> = {
  class_changes: {
    label: "Changes to classes",
    hint: "A new time, a cancelled class, another instructor.",
  },
  reminders: { label: "Reminders", hint: "Before a class starts." },
  seats: { label: "Seats", hint: "A seat you took, or got from the waitlist." },
  demo_requests: { label: "Demo requests", hint: "A request that arrived, or was answered." },
  one_on_one: { label: "One-on-one", hint: "A time that was taken." },
}

/** 'Ninety-nine and more' in the little space of a badge. */
export function unreadLabel(unread: number): string {
  return unread > 99 ? "99+" : String(unread)
}

/** The language of a text that may be in Hindi, for screen readers. */
export function languageOf(text: string): "hi" | undefined {
  return /[\u0900-\u097f]/.test(text) ? "hi" : undefined
}
