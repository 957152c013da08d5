import { z } from "zod"

const count = z.number().int()

function one<const Code extends string>(code: Code) {
  return z.object({ code: z.literal(code) })
}

/** Why operators would refuse a template, or a message that is made of it. */
export const MessageProblem = z.discriminatedUnion("code", [
  z.object({
    code: z.enum(["template-id", "no-variables", "variable-cut-off", "not-in-hindi", "not-in-english"]),
  }),
  one("unknown-tag").extend({ tag: z.string() }),
  one("unknown-value").extend({ name: z.string(), known: z.array(z.string()) }),
  one("unnamed-variables").extend({ variables: count, names: count }),
  one("advertising").extend({ word: z.string() }),
  one("too-many-parts").extend({ parts: count, most: count }),
  one("unlisted-link").extend({ link: z.string() }),
  one("unlisted-number").extend({ number: z.string() }),
  one("value-too-long").extend({ name: z.string(), length: count, most: count }),
  z.object({
    code: z.enum(["value-empty", "value-not-a-number", "value-with-line-break"]),
    name: z.string(),
  }),
])
export type MessageProblem = z.infer<typeof MessageProblem>

const seconds = z.number().int()
/** Words of somebody else: a provider, an operator's network, or what staff typed. Null if there are none. */
const said = z.string().nullable()
const provider = z.string()

/**
 * Why a notice waits, failed or was withdrawn. The screens explain it in the reader's language. Who decided is
 * beside it, in `decided_by`.
 */
export const NoticeReason = z.discriminatedUnion("code", [
  // Why staff have to decide. Seconds of what was possible are rounded down, of what is needed up.
  one("hardly-possible").extend({ seconds }),
  one("video-was-down").extend({ minutes: count }),
  one("class-too-short").extend({ seconds, needed: seconds }),
  z.object({ code: z.enum(["number-unconfirmed", "taken-back", "not-present", "maybe-sent-by-original"]) }),
  one("corrected-before"),
  // Of a class on premises: the coach's device has not said that the list is complete, or counted others.
  z.object({ code: z.enum(["list-open", "count-differs", "excuse-asked"]) }),
  // What the provider did, or we instead of calling it.
  one("not-reachable").extend({ provider, said }),
  one("answered").extend({ provider, status: count, said }),
  one("refused").extend({ provider, said }),
  one("unreadable").extend({ provider, status: count }),
  one("no-answer").extend({ provider, said }),
  one("no-template").extend({ provider }),
  one("undelivered").extend({ said }),
  one("would-be-dropped").extend({ problems: z.array(MessageProblem) }),
  one("given-up").extend({ tries: count }),
  z.object({
    code: z.enum([
      "no-mail-server",
      "no-sms-provider",
      "no-device",
      "no-content",
      "too-late",
      "maybe-sent",
      "server-stopped",
      "sending-broke",
    ]),
  }),
  /** It failed for good, and went by the person's next channel. */
  one("next-channel").extend({ channel: z.string() }),
  // What staff decided.
  z.object({ code: z.enum(["dropped", "told-by-phone", "found-not-sent"]), said }),
  one("dropped-after-restore"),
  // Why it is no longer true, or nobody's.
  z.object({
    code: z.enum([
      "account-deleted",
      "number-not-theirs",
      "arrived-already",
      "change-undone",
      "class-deleted",
      "class-off",
      "class-moved",
      "class-moved-again",
      "class-given-away",
      "class-on-again",
      "class-cancelled",
      "seat-lost",
      "seat-given-back",
      "not-told",
    ]),
  }),
  /** A sentence of a release that stored sentences. */
  one("as-written").extend({ text: z.string() }),
])
export type NoticeReason = z.infer<typeof NoticeReason>
