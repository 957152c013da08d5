import type { SQL } from "drizzle-orm"
import type { Brand } from "#shared/brand.ts"
import type { Role } from "#shared/roles.ts"
import type { Database, Db } from "./database/db.ts"
import type { Environment } from "./env.ts"
import type { Keys } from "./keys.ts"
import type { Log } from "./log/log.ts"
import type { MailPort } from "./mail/port.ts"
import type { MailDraft, TextDraft } from "./mail/post.ts"
import type { MeetPort } from "./meet/port.ts"
import type { MoneyPort } from "./money/port.ts"
import type { PushPort } from "./push/port.ts"
import type { LiveSettings } from "./settings.ts"
import type { SmsPort } from "./sms/port.ts"
import type { FileLinks } from "./storage/links.ts"
import type { FileStore } from "./storage/port.ts"
import type { Spool } from "./storage/spool.ts"
import type { VideoService } from "./video/service.ts"
import type { WhatsAppPort } from "./whatsapp/port.ts"

/** The source of the current time. Tests pass a clock they can move. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The person on whose behalf something runs. `null` is a visitor. */
export type Viewer = {
  user_id: string
  email: string
  first_name: string
  last_name: string
  role: Role | null
  /** Whether the person has proved to own this e-mail address. */
  email_verified: boolean
  /** Can reach only their own account until two-step sign-in is on or a date of birth is given. */
  locked?: boolean
  /** A student who has not given a date of birth. */
  undated?: boolean
} | null

export type SignedIn = NonNullable<Viewer>

/** Proofs of identity that a browser carries from request to request. Implemented by the accounts feature. */
export type Sessions = {
  /** The person of a request's session, or null, in one query. Once a day it also renews the session's cookie. */
  read(http: Http): Promise<Viewer>
  /**
   * The id of the user with this e-mail and password, or null. An unknown e-mail takes as long as a known one. Of
   * the network `from` only so many wait at once; beyond that it throws TOO_MANY_REQUESTS, as when all places are taken.
   */
  checkPassword(email: string, password: string, from?: string): Promise<string | null>
  /**
   * Sets the cookies of a new sign-in session for a person whom the caller has verified, such as one who just
   * signed up. The session that the request came with ends.
   */
  openTrusted(http: Http, userId: string): Promise<void>
  /** When the person of a request's session last proved who they are: at sign-in, or since. Null without a session. */
  provedAt(http: Http): Promise<Date | null>
  /** Remembers that they proved it at this instant. */
  noteProof(http: Http, at: Date): Promise<void>
  /** The id of a request's session, or null. */
  current(http: Http): Promise<string | null>
  /** Ends the session of a request and clears its cookies. */
  end(http: Http): Promise<void>
  hashPassword(password: string, from?: string): Promise<string>
}

/** The headers of the current request and of its response. Jobs have empty ones. */
export type Http = {
  request: Headers
  reply: Headers
  /** The IP address that the request came from, if known. */
  address?: string | undefined
}

/** Where services put later work. It is enqueued in their transaction, so it exists exactly when what caused it does. */
export type Jobs = {
  /**
   * Jobs with a higher priority are done first; others have none, which is 0. Of the jobs of a queue that are sent
   * with the same `once.key`, one counts in so many seconds, done or not.
   */
  send(
    ctx: { db: Db },
    queue: string,
    data: object,
    options?: { startAfter?: Date; priority?: number; once?: { key: string; seconds: number } },
  ): Promise<void>
  /** Enqueues every job that listens to `topic`. */
  publish(ctx: { db: Db }, topic: string, data: object): Promise<void>
}

/**
 * How features below the notifications write to people: in the caller's transaction, so that a message exists
 * exactly when what caused it does. It leaves by a job.
 */
export type Post = {
  mail(ctx: Ctx, draft: MailDraft): Promise<void>
  text(ctx: Ctx, draft: TextDraft): Promise<void>
  /** Whether a kind of text can be sent at all. Where it can't, nobody may be promised one. */
  canText(ctx: Pick<Ctx, "db" | "env">, kind: string): Promise<boolean>
}

/** Everything that is kept about a person, over all features. Composed where the features are. */
export type PersonalData = {
  /** Every row that concerns the person, by feature and table. */
  exportFor(ctx: Ctx, userId: string): Promise<Record<string, unknown>>
  /** A condition on the users of a query: some feature needs the account, although its e-mail was never confirmed. */
  attached: SQL
  /** Erases the person in the caller's transaction. What must be kept stays without telling who it was. */
  eraseFor(tx: Ctx, userId: string): Promise<void>
  /**
   * Deletes what another person may have set up before the owner proved the e-mail, in the caller's
   * transaction.
   */
  reclaimFor(tx: Ctx, reclaimed: Reclaimed): Promise<void>
}

/** An account whose e-mail was proved for the first time, from another browser than it was made in. */
export type Reclaimed = {
  user_id: string
  /** Whether the profile stays, because the office entered it and its numbers are right. */
  profile_kept: boolean
}

/**
 * What the accounts feature needs of guardians, a feature it must not import. Writes happen in the caller's
 * transaction. Implemented by the guardians feature.
 */
export type Guardianship = {
  /** Whether a minor has a confirmed guardian, who then decides for them. */
  decidesFor(ctx: Pick<Ctx, "db" | "clock" | "env">, studentId: string): Promise<boolean>
  /** Whether a student is a confirmed child of the viewer. */
  isChild(ctx: SignedInCtx, studentId: string): Promise<boolean>
  /** Whether staff confirmed who a student's guardian is, or keep a paper of theirs. */
  isVouchedFor(ctx: Pick<Ctx, "db">, studentId: string): Promise<boolean>
  /** Ends what came from a student's former contact number, because it has changed. */
  numberChanged(tx: Ctx, studentId: string): Promise<void>
  /** Has staff confirm a guardian again: the new e-mail may belong to another person. */
  doubt(tx: Ctx, guardianId: string): Promise<void>
}

/**
 * What the payments feature needs of who keeps the goods that it sells, a feature above it. Writes happen in the caller's
 * transaction. Implemented by the shop feature.
 */
export type Goods = {
  /** Gives a paid order its pieces, or takes them again if they weren't kept. Returns false where others have them. */
  deliver(tx: Ctx, orderId: string): Promise<boolean>
  /** Whether the pieces of an order that has ended can still be had. */
  isOffered(ctx: Ctx, orderId: string): Promise<boolean>
  /** Puts the pieces back of orders that ended unpaid. Once for each. */
  release(tx: Ctx, orderIds: readonly string[]): Promise<void>
  /** All money of an order goes back: what wasn't sent yet stays on the shelf. */
  refunded(tx: Ctx, orderId: string): Promise<void>
  /** Which pieces a return's refund is for, by the line of its order; null for a form that is for none. */
  returned(tx: Ctx, requestId: string): Promise<{ at: number; pieces: number } | null>
  /** A colleague declined what was asked for by a form: where that is a return's refund, its buyer is told. */
  refundDeclined(tx: Ctx, requestId: string): Promise<void>
}

/** What every service takes first. A transaction passes the same context with its own `db`. */
export type Ctx = {
  db: Db
  viewer: Viewer
  clock: Clock
  log: Log
  /** How the product was configured, with what admins set since. */
  env: Environment
  /** Who the academy is: content/brand.json with what admins set since. */
  brand: Brand
  settings: LiveSettings
  /** Scheme and host of the public address, for links that leave this site. */
  address: string
  jobs: Jobs
  video: VideoService
  sms: SmsPort
  /** Messages to browsers that asked for them. */
  push: PushPort
  /** Null where it isn't configured. */
  whatsapp: WhatsAppPort | null
  /** Where meetings outside the product are made; null where that isn't configured. */
  meet: MeetPort | null
  /** Who collects money; null where enrolment is free to open at once. */
  money: MoneyPort | null
  mail: MailPort
  post: Post
  files: FileStore
  links: FileLinks
  spool: Spool
  sessions: Sessions
  keys: Keys
  personalData: PersonalData
  guardianship: Guardianship
  goods: Goods
  http: Http
}

/** A context with a signed-in viewer, passed on by policies. */
export type SignedInCtx = Ctx & { viewer: SignedIn }

/** Runs `work` in one transaction: all it writes is committed, or none of it. */
export function inTransaction<C extends Ctx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  return (ctx.db as Database).transaction((tx) => work({ ...ctx, db: tx }))
}
