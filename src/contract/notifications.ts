import { z } from "zod"
import { base, Id, PageQuery, pageOf } from "./base.ts"

export const OutboxMessage = z.object({
  id: Id,
  channel: z.string(),
  recipient: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  created_at: z.date(),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

/** In a trial, what would have been sent. There is no such thing in production. */
export const listOutbox = base
  .route({
    method: "GET",
    path: "/dev/outbox",
    summary: "List messages that a trial kept instead of sending",
  })
  .output(z.array(OutboxMessage))

/** What people get notices about; each topic can be switched on or off for each channel. */
export const NOTICE_TOPICS = [
  "class_changes",
  "absences",
  "arrivals",
  "reminders",
  "seats",
  "demo_requests",
  "one_on_one",
  "payments",
] as const
export type NoticeTopic = (typeof NOTICE_TOPICS)[number]

export const PersonNotice = z.object({
  id: Id,
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** A path of this product. */
  href: z.string(),
  created_at: z.date(),
  read_at: z.date().nullable(),
})
export type PersonNotice = z.infer<typeof PersonNotice>

/** Counted up to 100, which means 100 or more. */
const Unread = z.number().int().min(0).max(100)

const listMine = base
  .route({ method: "GET", path: "/my/notices", summary: "List the viewer's notifications, newest first" })
  .input(PageQuery)
  .output(pageOf(PersonNotice).extend({ unread: Unread }))

const markRead = base
  .route({
    method: "POST",
    path: "/my/notices/read",
    summary: "Mark notifications as read, all of them without ids",
  })
  .input(z.object({ notice_ids: z.array(Id).min(1).max(100).optional() }))
  .output(z.object({ unread: Unread }))

const openNotice = base
  .route({
    method: "POST",
    path: "/my/notices/{notice_id}/open",
    summary: "Mark one as read and get where it leads",
  })
  .input(z.object({ notice_id: Id }))
  .output(z.object({ href: z.string() }))

const Channels = z.object({
  push: z.boolean().default(true),
  whatsapp: z.boolean().default(false),
  email: z.boolean(),
  sms: z.boolean(),
})

export const NoticePreferences = z.object({
  language: z.enum(["en", "hi"]),
  topics: z.object(
    Object.fromEntries(NOTICE_TOPICS.map((topic) => [topic, Channels])) as Record<
      NoticeTopic,
      typeof Channels
    >,
  ),
  /**
   * The day of the week, 1 for Monday, on whose evening a guardian gets a digest instead of reminders and bookings;
   * null for none. Left out, it stays as it is.
   */
  digest_weekday: z.number().int().min(1).max(7).nullish(),
})
export type NoticePreferences = z.infer<typeof NoticePreferences>

const readPreferences = base
  .route({ method: "GET", path: "/my/notice-preferences", summary: "Get notification preferences" })
  .output(
    NoticePreferences.extend({
      email: z.string(),
      /** Where texts go, all but its last digits hidden; null without a number. */
      phone: z.string().nullable(),
      /** Whether the academy sends WhatsApp messages. */
      whatsapp: z.boolean(),
      push: z.object({
        /** For the browser's push service: the academy's public key in base64url. */
        key: z.string(),
        /** The viewer's browsers that messages go to, by their addresses at push services. */
        endpoints: z.array(z.string()),
      }),
    }),
  )

const writePreferences = base
  .route({ method: "PUT", path: "/my/notice-preferences", summary: "Update notification preferences" })
  .input(NoticePreferences)
  .output(NoticePreferences)

const addPushDevice = base
  .route({
    method: "POST",
    path: "/my/push-devices",
    summary: "Send push messages to this browser until it signs out, as its push subscription says",
  })
  .input(
    z.object({
      endpoint: z.url().max(1_000),
      p256dh: z.string().regex(/^B[\w-]{86}$/),
      auth: z.string().regex(/^[\w-]{22}$/),
      /** The browser's address before, where its push service gave it a new one. */
      replaces: z.url().max(1_000).optional(),
    }),
  )
  .output(z.object({ devices: z.number().int() }))
  .errors({
    PUSH_SERVICE_UNKNOWN: { status: 400, message: "Messages can't be sent to this browser's push service" },
  })

const removePushDevice = base
  .route({ method: "POST", path: "/my/push-devices/remove", summary: "End push messages to a browser" })
  .input(z.object({ endpoint: z.url().max(1_000) }))
  .output(z.object({ devices: z.number().int() }))

const unsubscribe = base
  .route({
    method: "POST",
    path: "/unsubscribe",
    summary: "Unsubscribe from one kind of mail by its signed link, without signing in",
  })
  .input(z.object({ token: z.string().max(200) }))
  .output(z.object({ topic: z.enum([...NOTICE_TOPICS, "digest"]) }))

export const RestoredCopyState = z.object({
  copy_id: Id,
  backup_made_at: z.date(),
  restored_at: z.date(),
  /** How many messages are held back because the original copy may send them too. */
  messages: z.number().int(),
})
export type RestoredCopyState = z.infer<typeof RestoredCopyState>

const restoredCopy = base
  .route({
    method: "GET",
    path: "/restored-copy",
    summary: "Get whether this copy was restored from a backup and holds messages",
  })
  .output(RestoredCopyState.nullable())

const decideRestoredCopy = base
  .route({
    method: "POST",
    path: "/restored-copy/{copy_id}/decision",
    summary: "Send or drop the messages a restored copy holds. It holds none afterwards",
  })
  .input(z.object({ copy_id: Id, decision: z.enum(["send", "drop"]) }))
  .output(z.object({ messages: z.number().int() }))
  .errors({
    NOTICE_SETTLED: { status: 409, message: "These messages do not wait for a decision any more" },
  })

export const notifications = {
  outbox: listOutbox,
  mine: listMine,
  markRead,
  open: openNotice,
  preferences: readPreferences,
  setPreferences: writePreferences,
  addPushDevice,
  removePushDevice,
  unsubscribe,
  restoredCopy,
  decideRestoredCopy,
}
