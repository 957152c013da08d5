import type { MessageProblem, NoticeReason } from "#contract/notice-reasons.ts"
import { formatMinutes, formatSeconds } from "#shared/duration.ts"

/** Ends a sentence with somebody else's words, if there are any. */
const quoting = (sentence: string, said: string | null) => (said ? `${sentence}: ${said}` : `${sentence}.`)
const nameOf = (provider: string) =>
  ({ smtp: "The mail server", push: "The push service" })[provider] ?? provider
const CHANNELS: Record<string, string> = {
  whatsapp: "by WhatsApp",
  sms: "by SMS",
  email: "by e-mail",
  push: "as a push message",
}
const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`

function problem(found: MessageProblem): string {
  switch (found.code) {
    case "template-id":
      return "The template id has 19 digits, as shown on the operator's portal."
    case "no-variables":
      return "Write each variable as {#alphanumeric#}, {#numeric#}, {#url#} or {#var#}."
    case "unknown-tag":
      return `{#${found.tag}#} is no tag: use {#alphanumeric#}, {#numeric#}, {#url#} or {#var#}.`
    case "unknown-value":
      return `There is no value called ${found.name}. Available: ${found.known.join(", ")}.`
    case "unnamed-variables":
      return `The text has ${count(found.variables, "variable")} and ${count(found.names, "name")}: name each one, in order.`
    case "advertising":
      return `“${found.word}” is advertising, which a service message may not contain.`
    case "variable-cut-off":
      return "A variable is cut off: write it like {#alphanumeric#}."
    case "not-in-hindi":
      return "This is the Hindi template, but its text is not in Hindi."
    case "not-in-english":
      return "This is the English template, but its text is in Hindi."
    case "too-many-parts":
      return `The text takes ${found.parts} parts. At most ${found.most} are allowed.`
    case "unlisted-link":
      return `The link ${found.link} is not on the list of allowed links.`
    case "unlisted-number":
      return `The number ${found.number} is not on the list of allowed numbers.`
    case "value-empty":
      return `${found.name} is empty.`
    case "value-too-long":
      return `${found.name} has ${found.length} characters. At most ${found.most} are allowed.`
    case "value-not-a-number":
      return `${found.name} is not a number.`
    case "value-with-line-break":
      return `${found.name} has a line break.`
  }
}

function reason(why: NoticeReason, by: string | null): string {
  switch (why.code) {
    case "hardly-possible":
      return `The student could have been present for only ${formatSeconds(why.seconds, "en")}.`
    case "video-was-down":
      return `The video room was down for ${formatMinutes(why.minutes, "en")} of the class.`
    case "class-too-short":
      return `The class took only ${formatSeconds(why.seconds, "en")}; a student usually has to be present for ${formatSeconds(why.needed, "en", Math.ceil)}.`
    case "number-unconfirmed":
      return "The parent's number is not confirmed yet."
    case "list-open":
      return "The coach's list is not complete yet. The notice is sent once it is, or when you send it."
    case "count-differs":
      return "The coach's head count differs from the children marked present."
    case "excuse-asked":
      return "The coach asks to excuse the student. Confirm it on the register, or send the notice."
    case "corrected-before":
      return "The parent was told that the student wasn't absent, but now the student counts as absent again."
    case "taken-back":
      return "Withdrawn before it was sent: nobody in it counts as absent any more."
    case "not-present":
      return "Withdrawn before it was sent: the student doesn't count as present any more."
    case "maybe-sent-by-original":
      return "This copy was restored from a backup, and the original may have sent this message too."
    case "not-reachable":
      return quoting(`${nameOf(why.provider)} is not reachable`, why.said)
    case "answered":
      return quoting(`${nameOf(why.provider)} answered ${why.status}`, why.said)
    case "refused":
      return quoting(`${nameOf(why.provider)} refused it`, why.said)
    case "unreadable":
      return `${nameOf(why.provider)} answered ${why.status} with something unreadable.`
    case "no-answer":
      return quoting(`${nameOf(why.provider)} did not answer`, why.said)
    case "no-template":
      return `No ${why.provider} template is set up for this message.`
    case "undelivered":
      return quoting("The phone's network did not deliver it", why.said)
    case "would-be-dropped":
      return `Operators would drop it: ${why.problems.map(problem).join(" ")}`
    case "given-up":
      return `Given up after ${why.tries === 1 ? "1 try" : `${why.tries} tries`}.`
    case "no-device":
      return "Push messages are switched off on all devices."
    case "next-channel":
      return `Sent ${CHANNELS[why.channel] ?? "another way"} instead.`
    case "no-mail-server":
      return "No mail server is set up."
    case "no-sms-provider":
      return "Text messages aren't set up yet."
    case "no-content":
      return "The mail has no content."
    case "too-late":
      return "It was too late to be useful."
    case "maybe-sent":
      return "It is not known whether it was sent."
    case "server-stopped":
      return "The server stopped while sending it."
    case "sending-broke":
      return "An error occurred while sending it."
    case "dropped":
      return quoting(by === null ? "Dropped" : `Dropped by ${by}`, why.said)
    case "told-by-phone":
      return quoting(by === null ? "Told by phone" : `Told by phone by ${by}`, why.said)
    case "found-not-sent":
      return quoting(
        by === null ? "It was found that it was not sent" : `${by} found that it was not sent`,
        why.said,
      )
    case "dropped-after-restore":
      return by === null ? "Dropped after a restore." : `Dropped by ${by} after a restore.`
    case "account-deleted":
      return "It was about a person whose account is deleted."
    case "number-not-theirs":
      return "The number was entered before the owner of the e-mail address confirmed the account."
    case "arrived-already":
      return "It arrived by another channel after all."
    case "change-undone":
      return "Everything is as it was before."
    case "class-deleted":
      return "The class was deleted."
    case "class-off":
      return "The class will not be held."
    case "class-moved":
      return "The class was moved."
    case "class-moved-again":
      return "The class was moved once more."
    case "class-given-away":
      return "Somebody else teaches the class now."
    case "class-on-again":
      return "The class is on again."
    case "class-cancelled":
      return "The class was cancelled."
    case "seat-lost":
      return "The person no longer has a seat in the class."
    case "seat-given-back":
      return "The seat was given up."
    case "not-told":
      return "This guardian is no longer told about the child."
    case "as-written":
      return why.text
  }
}

/** Why a notice waits, failed or was withdrawn, and why operators would refuse a text; in English. */
export const noticeReasonsText = {
  /** `by` names the staff member who decided. */
  reason,
  problem,
}
